import { Deleted } from '@ces/contracts/identity/clients';
import { SearchPage } from '@ces/contracts/paging';
import {
  deleteProvider,
  getProvider,
  listProviders,
  Provider,
  ProviderRef,
  ProviderSettings,
  putProvider,
} from '@ces/contracts/identity/providers';
import { rotateKeys, RotatedKey } from '@ces/contracts/identity/tokens/signing-keys';
import { Bus } from '@ces/messaging/calls/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe } from '../docs/describe.js';
import { GatewayConfig } from '../gateway.config.js';
import { listed, strict, tolerant } from '../http/bodies/check-pipe.js';
import { answerPage } from '../http/parameters/paging.js';
import { AdminRoutes } from '../access/admin-routes.js';

@ApiTags('Administration: providers and keys')
@Controller('api/1/admin')
@AdminRoutes('admin')
export class ProvidersController {
  constructor(
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
  ) {}

  @Put('providers/:name')
  @Describe({
    summary: 'Configure an OpenID provider',
    description: 'The body replaces the settings of the provider, or makes a new one.',
    answers: { 200: Provider },
    problems: ['validation-failed'],
  })
  put(@Param(tolerant) { name }: ProviderRef, @Body(strict) body: ProviderSettings): Promise<Provider> {
    return this.bus.call(putProvider, { ...body, name });
  }

  @Get('providers')
  @Describe({ summary: 'List the providers', description: 'The list is newest first.', answers: { 200: [Provider] } })
  async list(
    @Query(listed) query: SearchPage,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Provider[]> {
    const paged = await this.bus.call(listProviders, { ...query, paged: true });
    return answerPage(paged, query, request, reply, this.config.PUBLIC_URL);
  }

  @Get('providers/:name')
  @Describe({
    summary: 'Read a provider',
    description: 'The name of a provider identifies it.',
    answers: { 200: Provider },
    problems: ['provider-not-found'],
  })
  get(@Param(tolerant) { name }: ProviderRef): Promise<Provider> {
    return this.bus.call(getProvider, { name });
  }

  @Delete('providers/:name')
  @Describe({
    summary: 'Remove a provider without connections',
    description: 'A provider that users are connected with stays.',
    answers: { 200: Deleted },
    problems: ['provider-not-found', 'provider-in-use'],
  })
  remove(@Param(tolerant) { name }: ProviderRef): Promise<Deleted> {
    return this.bus.call(deleteProvider, { name });
  }

  @Post('keys::rotate')
  @HttpCode(200)
  @Describe({
    summary: 'Rotate the signing keys: sign with the next key from now on',
    description: 'Tokens that exist keep working, because the old key stays published.',
    answers: { 200: RotatedKey },
  })
  rotate(): Promise<RotatedKey> {
    return this.bus.call(rotateKeys, {});
  }
}
