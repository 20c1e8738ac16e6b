import {
  addConnection,
  Connection,
  ConnectionRef,
  connectionsOf,
  ensureConnection,
  findConnection,
  userDetails,
  UserDetails,
} from '@ces/contracts/users';
import { Bus } from '@ces/messaging/bus';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from './docs/describe.js';
import { tolerant } from './http/check-pipe.js';
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
    problems: ['provider-not-found', 'connection-exists'],
  })
  ensure(@Param('provider_name') provider_name: string, @Param('owner_id') owner_id: string): Promise<Connection> {
    return this.bus.call(ensureConnection, { provider_name, owner_id });
  }

  @Get('user/connections/:user_id') // row 4
  @ClientToken('users:read')
  @Describe({ summary: "List a user's connections", answers: { 200: [Connection] }, problems: ['user-not-found'] })
  connections(@Param('user_id') user_id: string): Promise<Connection[]> {
    return this.bus.call(connectionsOf, { user_id });
  }

  @Post('user/connections/:user_id') // row 6
  @HttpCode(200)
  @ClientToken('users:write')
  @Describe({
    summary: 'Connect a user with a provider account',
    answers: { 200: Connection },
    problems: ['validation-failed', 'provider-unknown', 'user-not-found', 'connection-exists'],
  })
  connect(@Param('user_id') user_id: string, @Body(tolerant) body: ConnectionRef): Promise<Connection> {
    return this.bus.call(addConnection, { ...body, user_id });
  }

  @Get('user/details/:user_id') // row 7
  @ClientToken('users:read')
  @Describe({ summary: "Read a user's state", answers: { 200: UserDetails }, problems: ['user-not-found'] })
  details(@Param('user_id') user_id: string): Promise<UserDetails> {
    return this.bus.call(userDetails, { user_id });
  }
}
