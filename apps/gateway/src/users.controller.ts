import { Connection, ensureConnection, findConnection, userDetails, UserDetails } from '@ces/contracts/users';
import { Bus } from '@ces/messaging/bus';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from './docs/describe.js';
import { ClientToken } from './http/tokens.js';

@ApiTags('Users')
@Controller('api/1')
export class UsersController {
  constructor(private readonly bus: Bus) {}

  @Get('oauth2/provider/:provider_name/:owner_id') // row 3
  @ClientToken('users:read')
  @Describe({
    summary: 'Find a connection',
    answers: { 200: Connection },
    problems: ['provider-not-found', 'connection-not-found'],
  })
  find(@Param('provider_name') provider_name: string, @Param('owner_id') owner_id: string): Promise<Connection> {
    return this.bus.call(findConnection, { provider_name, owner_id });
  }

  @Post('oauth2/provider/:provider_name/:owner_id') // row 5
  @HttpCode(200)
  @ClientToken('users:write')
  @Describe({
    summary: 'Create the user of a provider account, if there is none yet',
    answers: { 200: Connection },
    problems: ['provider-not-found'],
  })
  ensure(@Param('provider_name') provider_name: string, @Param('owner_id') owner_id: string): Promise<Connection> {
    return this.bus.call(ensureConnection, { provider_name, owner_id });
  }

  @Get('user/details/:user_id') // row 7
  @ClientToken('users:read')
  @Describe({ summary: "Read a user's state", answers: { 200: UserDetails }, problems: ['user-not-found'] })
  details(@Param('user_id') user_id: string): Promise<UserDetails> {
    return this.bus.call(userDetails, { user_id });
  }
}
