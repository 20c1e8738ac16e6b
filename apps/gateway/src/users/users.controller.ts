import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import { Page } from '@ces/contracts/paging';
import {
  addConnection,
  Connection,
  ConnectionRef,
  connectionsOf,
  ensureConnection,
  findConnection,
  UserDetails,
} from '@ces/contracts/identity/users';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { hintProviders } from '../http/problems/hint-providers.js';
import { tolerant, tolerantOfText } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { ClientToken } from '../access/tokens.js';
import { UserReads } from './user-reads.js';

@ApiTags('Users')
@Controller('api/1')
export class UsersController {
  constructor(
    private readonly bus: Bus,
    private readonly reads: UserReads,
    private readonly config: GatewayConfig,
  ) {}

  @Get('oauth2/provider/:provider_name/:owner_id') // row 3
  @ClientToken('users:read')
  @Describe({
    summary: 'Find a connection',
    description: 'Says which user an account at a provider belongs to.',
    answers: { 200: Connection },
    problems: ['provider-not-found', 'connection-not-found'],
  })
  find(@Param(tolerant) ref: ConnectionRef): Promise<Connection> {
    return hintProviders(this.bus, ref.provider_name, this.bus.call(findConnection, ref));
  }

  @Post('oauth2/provider/:provider_name/:owner_id') // row 5
  @HttpCode(200)
  @ClientToken('users:write')
  @Describe({
    summary: 'Create the user of a provider account if there is none',
    description: 'The call is safe to repeat: it answers the connection in either case.',
    answers: { 200: Connection },
    problems: ['provider-not-found', 'connection-exists'],
  })
  ensure(@Param(tolerant) ref: ConnectionRef, @Caller() { client_id }: AccessToken): Promise<Connection> {
    return hintProviders(this.bus, ref.provider_name, this.bus.call(ensureConnection, { ...ref, client_id }));
  }

  @Get('user/connections/:user_id') // row 4
  @ClientToken('users:read')
  @Describe({
    summary: "List a user's connections",
    description: 'A user without connections has an empty list.',
    answers: { 200: [Connection] },
    problems: ['user-not-found'],
  })
  async connections(
    @Param('user_id') user_id: string,
    @Query(tolerant) page: Page,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Connection[]> {
    const paged = await this.bus.call(connectionsOf, { ...page, user_id });
    return answerPage(paged, page, request, reply, this.config.PUBLIC_URL);
  }

  @Post('user/connections/:user_id') // row 6
  @HttpCode(200)
  @ClientToken('users:write')
  @Describe({
    summary: 'Connect a user with a provider account',
    description: 'An account at a provider belongs to one user only.',
    answers: { 200: Connection },
    problems: ['validation-failed', 'provider-unknown', 'user-not-found', 'connection-exists'],
  })
  connect(@Param('user_id') user_id: string, @Body(tolerantOfText) body: ConnectionRef): Promise<Connection> {
    return hintProviders(this.bus, body.provider_name, this.bus.call(addConnection, { ...body, user_id }));
  }

  @Get('user/details/:user_id') // row 7
  @ClientToken('users:read')
  @Describe({
    summary: "Read a user's state",
    description: 'Says whether the user is active and has completed the registration.',
    answers: { 200: UserDetails },
    problems: ['user-not-found'],
  })
  details(@Param('user_id') user_id: string, @Req() request: FastifyRequest): Promise<UserDetails> {
    return this.reads.details(user_id, request.call);
  }
}
