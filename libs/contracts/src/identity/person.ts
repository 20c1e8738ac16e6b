import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsObject, IsString } from 'class-validator';
import { PersonNames } from './person-names.js';
import { AuthNonce, NonceUse } from './registration.js';
import { fact, rpc } from '../rpc.js';

export class FieldValidator {
  @ApiProperty({
    enum: ['not_blank', 'length', 'regex', 'choice', 'date'],
    description:
      '`not_blank`: has a character that is not white space. A field without this validator may be absent, and "" or null counts as absent. ' +
      '`length`: at most `max` Unicode code points. `regex`: matches `pattern`, an ECMAScript pattern with the flag `u`. ' +
      '`choice`: one of `choices`. `date`: an existing date, YYYY-MM-DD, from `min` to `max`; `today` is the date in UTC.',
  })
  name: 'not_blank' | 'length' | 'regex' | 'choice' | 'date';

  @ApiProperty({ type: 'object', additionalProperties: true })
  options: Record<string, unknown>;
}

export class PersonField {
  @ApiProperty({ enum: ['string', 'select', 'date'] })
  name: 'string' | 'select' | 'date';

  @ApiProperty({ type: [FieldValidator] })
  validators: FieldValidator[];

  @ApiProperty()
  is_editable: boolean;

  @ApiPropertyOptional({ example: ['f', 'm'] })
  choices?: string[];

  @ApiPropertyOptional({ type: String, nullable: true })
  default?: string | null;
}

export class PersonFields {
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/PersonField' } })
  general: Record<string, PersonField>;
}

/** Row 15's body. The service validates its fields by the validators that row 14 publishes. */
export class NewPerson extends AuthNonce {
  @ApiProperty({ example: 'Anna' })
  @Allow()
  firstName: unknown;

  @ApiPropertyOptional({ type: String, example: 'van der' })
  @Allow()
  infix?: unknown;

  @ApiProperty({ example: 'Berg' })
  @Allow()
  lastName: unknown;

  @ApiPropertyOptional({ type: String, enum: ['f', 'm'], nullable: true })
  @Allow()
  gender?: unknown;

  @ApiPropertyOptional({ type: String, example: '1990-02-28' })
  @Allow()
  dateOfBirth?: unknown;

  @ApiPropertyOptional({ type: String, example: '1011 AB' })
  @Allow()
  postalCode?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Annie' })
  @Allow()
  nickname?: unknown;
}

/** The fields of a person. The service validates them by the validators that row 14 publishes. */
export class PersonChange {
  @ApiPropertyOptional({ type: String, example: 'Anna' })
  @Allow()
  firstName?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'van der' })
  @Allow()
  infix?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Berg' })
  @Allow()
  lastName?: unknown;

  @ApiPropertyOptional({ type: String, enum: ['f', 'm'], nullable: true })
  @Allow()
  gender?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: '1990-02-28' })
  @Allow()
  dateOfBirth?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: '1011 AB' })
  @Allow()
  postalCode?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'Annie' })
  @Allow()
  nickname?: unknown;
}

export class SavePerson extends NonceUse {
  @IsObject()
  fields: object;
}

export class PersonOf {
  @IsString()
  user_id: string;
}

export class ChangePerson extends PersonOf {
  @IsObject()
  fields: object;
}

export class PersonData extends PersonNames {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' })
  user_id: string;

  @ApiProperty({ example: 'anna@example.com' })
  email: string;

  @ApiProperty({ type: String, enum: ['f', 'm'], nullable: true })
  gender: string | null;

  @ApiPropertyOptional({ example: '1990-02-28' })
  dateOfBirth?: string;

  @ApiPropertyOptional({ example: '1011 AB' })
  postalCode?: string;

  @ApiPropertyOptional({ example: 'Annie' })
  nickname?: string;
}

export class Person extends PersonData {
  @ApiProperty({ example: '2026-11-21 09:30:00.000', description: 'UTC' })
  updated: string;

  @ApiProperty({ example: '2026-11-21 09:30:00.000', description: 'UTC' })
  created: string;
}

export class PersonChanged {
  @ApiProperty()
  user_id: string;
}

class NoFields {}

export const personFields = rpc('identity.person.fields', NoFields).returns<PersonFields>(); // row 14
export const savePerson = rpc('identity.person.save', SavePerson).returns<Person>(); // row 15
export const changePerson = rpc('identity.person.change', ChangePerson).returns<PersonData>();
export const personDataOf = rpc('identity.person.data-of', PersonOf).returns<PersonData>(); // row 22
export const personOf = rpc('identity.person.of', PersonOf).returns<Person>(); // row 23

/** Carries only the user's id, so that no personal data lies in a stream. Services ask for the data. */
export const personChanged = fact<PersonChanged>('identity.person-changed');
