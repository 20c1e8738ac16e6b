import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  Availability,
  Continuation,
  continueRegistration,
  Credentials,
  findCredentials,
  FoundCredentials,
  hashingPatience,
  NewCredentials,
  registerCredentials,
  Registration,
  Username,
  usernameAvailable,
} from '@ces/contracts/identity/credentials';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { UserAddress, userAddressHeader } from '../http/parameters/addresses.js';
import { tolerant, tolerantOfText } from '../http/bodies/check-pipe.js';
import { ClientToken, ClientTokenForRead } from '../access/tokens.js';

@ApiTags('Registration')
@Controller('api/1/user/credentials')
export class CredentialsController {
  constructor(private readonly bus: Bus) {}

  @Post('find') // row 8
  @HttpCode(200)
  @ClientTokenForRead('users:read')
  @Describe({
    summary: 'Find a user by name',
    description: 'The name must match as a whole; case and width do not matter.',
    answers: { 200: FoundCredentials },
    problems: ['validation-failed', 'user-not-found'],
  })
  find(@Body(tolerantOfText) { username }: Username): Promise<FoundCredentials> {
    return this.bus.call(findCredentials, { username });
  }

  @Post('continue') // row 10
  @HttpCode(200)
  @ClientToken('registration')
  @ApiHeader(userAddressHeader)
  @Describe({
    summary: 'Continue a registration with name and password, or learn that it is complete',
    description:
      'The answer has a fresh nonce if the registration is incomplete. After several wrong passwords the next tries must wait.',
    answers: { 200: Continuation },
    problems: ['validation-failed', 'parameter-invalid', 'rate-limited'],
  })
  continue(
    @Body(tolerant) body: Credentials,
    @Caller() { client_id }: AccessToken,
    @UserAddress() address?: string,
  ): Promise<Continuation> {
    return this.bus.call(continueRegistration, { ...body, client_id, address }, hashingPatience);
  }

  @Post('available') // row 11
  @HttpCode(200)
  @ClientToken('registration')
  @Describe({
    summary: 'Ask whether a name is free',
    description: 'A name that an unfinished registration holds is not free.',
    answers: { 200: Availability },
    problems: ['validation-failed'],
  })
  available(@Body(tolerant) { username }: Username): Promise<Availability> {
    return this.bus.call(usernameAvailable, { username });
  }

  @Post() // row 12
  @HttpCode(200)
  @ClientToken('registration')
  @ApiHeader(userAddressHeader)
  @Describe({
    summary: 'Begin a registration with name and password',
    description:
      'The nonce in the answer goes with the following steps. The same name and password continue an unfinished registration.',
    answers: { 200: Registration },
    problems: ['validation-failed', 'parameter-invalid', 'username-taken', 'user-not-joinable', 'rate-limited'],
  })
  register(
    @Body(tolerant) body: NewCredentials,
    @Caller() { client_id }: AccessToken,
    @UserAddress() address?: string,
  ): Promise<Registration> {
    return this.bus.call(registerCredentials, { ...body, client_id, address }, hashingPatience);
  }
}
