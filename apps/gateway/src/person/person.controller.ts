import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  changePerson,
  NewPerson,
  Person,
  PersonChange,
  PersonData,
  personDataOf,
  PersonField,
  PersonFields,
  personFields,
  personOf,
  savePerson,
} from '@ces/contracts/identity/person';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { tolerantOfText } from '../http/bodies/check-pipe.js';
import { ClientToken, UserToken } from '../access/tokens.js';

@ApiTags('Person')
@ApiExtraModels(PersonField)
@Controller('api/1/user/person')
export class PersonController {
  constructor(private readonly bus: Bus) {}

  @Get('fields') // row 14
  @ClientToken('registration')
  @Describe({
    summary: 'List the fields of a person and their validators',
    description:
      'Build the form of a registration from these. The service enforces the same rules on the text in Unicode NFC, the form in which it is stored.',
    answers: { 200: PersonFields },
  })
  fields(): Promise<PersonFields> {
    return this.bus.call(personFields, {});
  }

  @Post() // row 15
  @ClientToken('registration')
  @Describe({
    summary: 'Enter the personal data of a registration',
    description: 'To send it again replaces the data.',
    answers: { 201: Person },
    problems: ['validation-failed', 'nonce-invalid', 'nonce-gone'],
  })
  save(
    @Body(tolerantOfText) { auth_nonce, ...fields }: NewPerson,
    @Caller() { client_id }: AccessToken,
  ): Promise<Person> {
    return this.bus.call(savePerson, { auth_nonce, client_id, fields });
  }

  @Get('me') // row 22
  @UserToken('profile')
  @Describe({
    summary: 'Read the personal data of the user of the token',
    description: 'Fields that the user has not given are absent.',
    answers: { 200: PersonData },
    problems: ['user-not-found', 'person-not-found'],
  })
  me(@Caller() { sub }: AccessToken): Promise<PersonData> {
    return this.bus.call(personDataOf, { user_id: sub });
  }

  @Patch('me')
  @UserToken('profile')
  @Describe({
    summary: 'Change the personal data of the user of the token',
    description: 'A field that is not sent stays as it is; "" or null removes one.',
    answers: { 200: PersonData },
    problems: ['validation-failed', 'user-not-found'],
  })
  change(@Body(tolerantOfText) fields: PersonChange, @Caller() { sub: user_id }: AccessToken): Promise<PersonData> {
    return this.bus.call(changePerson, { user_id, fields });
  }

  @Get('details/:user_id') // row 23
  @ClientToken('users:read')
  @Describe({
    summary: 'Read the personal data of a user',
    description: 'Fields that the user has not given are absent.',
    answers: { 200: Person },
    problems: ['user-not-found', 'person-not-found'],
  })
  details(@Param('user_id') user_id: string): Promise<Person> {
    return this.bus.call(personOf, { user_id });
  }
}
