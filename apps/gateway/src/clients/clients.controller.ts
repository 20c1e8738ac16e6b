import type { AccessToken } from '@ces/auth/access-token';
import { Caller } from '@ces/auth/tokens.decorator';
import {
  changeClient,
  Client,
  ClientChange,
  createClient,
  CreatedClient,
  Deleted,
  deleteClient,
  getClient,
  listClients,
  NewClient,
} from '@ces/contracts/identity/clients';
import { addSecret, NewSecret, promoteSecret, Retirement, retireSecret } from '@ces/contracts/identity/client-secrets';
import { SearchPage } from '@ces/contracts/paging';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';
import { granterOf } from '../access/tokens.js';

@ApiTags('Administration: clients')
@Controller('api/1/admin/clients')
@AdminRoutes('clients:manage')
export class ClientsController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Describe({
    summary: 'Create a client',
    description: 'The answer shows the secret, and no later answer does. A public client has none.',
    answers: { 201: CreatedClient },
    problems: ['validation-failed'],
  })
  create(@Caller() caller: AccessToken, @Body(strict) body: NewClient): Promise<CreatedClient> {
    return this.bus.call(createClient, { ...body, by: granterOf(caller) });
  }

  @Get()
  @Describe({
    summary: 'List the clients',
    description: 'The list is newest first. It has no secrets.',
    answers: { 200: [Client] },
  })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Client[]> {
    const paged = await this.bus.call(listClients, { ...query, paged: true });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get(':id')
  @Describe({
    summary: 'Read a client',
    description: 'The answer has no secret.',
    answers: { 200: Client },
    problems: ['client-not-found'],
  })
  get(@Param('id') id: string): Promise<Client> {
    return this.bus.call(getClient, { id });
  }

  @Patch(':id')
  @Describe({
    summary: 'Change a client',
    description: 'A field that is absent stays as it is. Tokens that exist keep their scopes until they expire.',
    answers: { 200: Client },
    problems: ['client-not-found', 'validation-failed'],
  })
  change(@Caller() caller: AccessToken, @Param('id') id: string, @Body(strict) body: ClientChange): Promise<Client> {
    return this.bus.call(changeClient, { ...body, id, by: granterOf(caller) });
  }

  @Delete(':id')
  @Describe({
    summary: 'Delete a client; its tokens stop working',
    description: 'Its webhooks are deleted too. This cannot be undone.',
    answers: { 200: Deleted },
    problems: ['client-not-found'],
  })
  remove(@Caller() caller: AccessToken, @Param('id') id: string): Promise<Deleted> {
    return this.bus.call(deleteClient, { id, by: granterOf(caller) });
  }

  @Post(':id/secrets')
  @Describe({
    summary: 'Add a second secret',
    description: 'Both secrets work until one is retired. The answer shows the new one, and no later answer does.',
    answers: { 201: NewSecret },
    problems: ['client-not-found', 'secret-conflict'],
  })
  addSecret(@Caller() caller: AccessToken, @Param('id') id: string): Promise<NewSecret> {
    return this.bus.call(addSecret, { id, by: granterOf(caller) });
  }

  @Post(':id/secrets::promote')
  @HttpCode(200)
  @Describe({
    summary: 'Make the second secret the first',
    description: 'The first secret signs the deliveries to webhooks. The other one still works.',
    answers: { 200: Client },
    problems: ['client-not-found', 'secret-conflict'],
  })
  promoteSecret(@Caller() caller: AccessToken, @Param('id') id: string): Promise<Client> {
    return this.bus.call(promoteSecret, { id, by: granterOf(caller) });
  }

  @Delete(':id/secrets/previous')
  @Describe({
    summary: 'Retire the previous secret',
    description: 'From now on only one secret works.',
    answers: { 200: Client },
    problems: ['client-not-found', 'secret-conflict'],
  })
  retireSecret(
    @Caller() caller: AccessToken,
    @Param('id') id: string,
    @Query(listed) retirement: Retirement,
  ): Promise<Client> {
    return this.bus.call(retireSecret, { ...retirement, id, by: granterOf(caller) });
  }
}
