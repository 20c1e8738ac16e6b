import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { Allow, IsObject, IsString } from 'class-validator';
import { PersonNames } from './person-names.js';
import { AuthNonce, NonceUse } from './registration.js';
import { fact, rpc } from '../rpc.js';

/** The specification's own format; it names no zone, and it means UTC. */
const personMoment = String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$`;

export class FieldValidator {
  @ApiProperty({
    enum: ['not_blank', 'length', 'regex', 'choice', 'date'],
    description:
      '`not_blank`: has a character that is not white space. A field without this validator may be absent, and "" or null counts as absent. ' +
      '`length`: at most `max` Unicode code points. `regex`: matches `pattern`, an ECMAScript pattern with the flag `u`. ' +
      '`choice`: one of `choices`. `date`: an existing date, YYYY-MM-DD, from `min` to `max`; `today` is the date in UTC.',
  })
  name: 'not_blank' | 'length' | 'regex' | 'choice' | 'date';

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The values of the rule, such as `max` or `pattern`.',
    example: { max: 100 },
  })
  options: Record<string, unknown>;
}

export class PersonField {
  @ApiProperty({ enum: ['string', 'select', 'date'], description: 'The type of the field.' })
  name: 'string' | 'select' | 'date';

  @ApiProperty({ type: [FieldValidator], description: 'The rules for a value. Row 15 enforces exactly these.' })
  validators: FieldValidator[];

  @ApiProperty({ description: 'Whether the user may change the value.' })
  is_editable: boolean;

  @ApiPropertyOptional({ example: ['f', 'm'], description: 'The values to choose from. Only a `select` has them.' })
  choices?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The value to begin with. Only a `select` has it.',
  })
  default?: string | null;
}

export class PersonFields {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/PersonField' },
    description: 'The fields by their names: firstName, infix, lastName, gender, dateOfBirth, postalCode, nickname.',
  })
  general: Record<string, PersonField>;
}

/** Row 15's body. The service validates its fields by the validators that row 14 publishes. */
export class NewPerson extends AuthNonce {
  @ApiProperty({ example: 'Anna', description: 'The given name.', type: String })
  @Allow()
  firstName: unknown;

  @ApiPropertyOptional({
    type: String,
    example: 'van der',
    description: 'The part between given and family name.',
    nullable: true,
  })
  @Allow()
  infix?: unknown;

  @ApiProperty({ example: 'Berg', description: 'The family name.', type: String })
  @Allow()
  lastName: unknown;

  @ApiPropertyOptional({
    type: String,
    enum: ['f', 'm'],
    nullable: true,
    description: '`f`, `m`, or null for no answer.',
    example: 'f',
  })
  @Allow()
  gender?: unknown;

  @ApiPropertyOptional({
    type: String,
    example: '1990-02-28',
    description: 'The date of birth, YYYY-MM-DD.',
    format: 'date',
    nullable: true,
  })
  @Allow()
  dateOfBirth?: unknown;

  @ApiPropertyOptional({ type: String, example: '1011 AB', description: 'The postal code.', nullable: true })
  @Allow()
  postalCode?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Annie', description: 'The name that friends use.', nullable: true })
  @Allow()
  nickname?: unknown;
}

/** The service validates the fields by the validators that row 14 publishes. */
export class PersonChange {
  @ApiPropertyOptional({ type: String, example: 'Anna', description: 'The given name.' })
  @Allow()
  firstName?: unknown;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'van der',
    description: 'The part between given and family name.',
  })
  @Allow()
  infix?: unknown;

  @ApiPropertyOptional({ type: String, example: 'Berg', description: 'The family name.' })
  @Allow()
  lastName?: unknown;

  @ApiPropertyOptional({
    type: String,
    enum: ['f', 'm'],
    nullable: true,
    example: 'f',
    description: '`f`, `m`, or null for no answer.',
  })
  @Allow()
  gender?: unknown;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '1990-02-28',
    format: 'date',
    description: 'The date of birth, YYYY-MM-DD.',
  })
  @Allow()
  dateOfBirth?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: '1011 AB', description: 'The postal code.' })
  @Allow()
  postalCode?: unknown;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'Annie', description: 'The name that friends use.' })
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
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({
    example: 'anna@example.com',
    description: 'The mail address, which is also the name to sign in with.',
  })
  email: string;

  @ApiProperty({ type: String, enum: ['f', 'm'], nullable: true, description: '`f`, `m`, or null for no answer.' })
  gender: string | null;

  @ApiPropertyOptional({ example: '1990-02-28', description: 'The date of birth, YYYY-MM-DD.', format: 'date' })
  dateOfBirth?: string;

  @ApiPropertyOptional({ example: '1011 AB', description: 'The postal code.' })
  postalCode?: string;

  @ApiPropertyOptional({ example: 'Annie', description: 'The name that friends use.' })
  nickname?: string;
}

export class Person extends PersonData {
  @ApiProperty({ example: '2026-11-21 09:30:00.000', description: 'UTC', pattern: personMoment })
  updated: string;

  @ApiProperty({ example: '2026-11-21 09:30:00.000', description: 'UTC', pattern: personMoment })
  created: string;
}

export class PersonChanged {
  @ApiProperty({ description: 'The id of the user.' })
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
