import { Deleted } from '@ces/contracts/clients';
import {
  deleteProvider,
  getProvider,
  listProviders,
  Provider,
  ProviderSettings,
  putProvider,
} from '@ces/contracts/providers';
import { rotateKeys, RotatedKey } from '@ces/contracts/signing-keys';
import { Bus } from '@ces/messaging/bus';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../docs/describe.js';
import { strict } from '../http/check-pipe.js';
import { ClientToken } from '../http/tokens.js';

@ApiTags('Administration: providers and keys')
@Controller('api/1/admin')
@ClientToken('admin')
export class ProvidersController {
  constructor(private readonly bus: Bus) {}

  @Put('providers/:name')
  @Describe({ summary: 'Configure an OpenID provider', answers: { 200: Provider }, problems: ['validation-failed'] })
  put(@Param('name') name: string, @Body(strict) body: ProviderSettings): Promise<Provider> {
    return this.bus.call(putProvider, { ...body, name });
  }

  @Get('providers')
  @Describe({ summary: 'List the providers', answers: { 200: [Provider] } })
  list(): Promise<Provider[]> {
    return this.bus.call(listProviders, {});
  }

  @Get('providers/:name')
  @Describe({ summary: 'Read a provider', answers: { 200: Provider }, problems: ['provider-not-found'] })
  get(@Param('name') name: string): Promise<Provider> {
    return this.bus.call(getProvider, { name });
  }

  @Delete('providers/:name')
  @Describe({
    summary: 'Remove a provider that nobody is connected to',
    answers: { 200: Deleted },
    problems: ['provider-not-found', 'provider-in-use'],
  })
  remove(@Param('name') name: string): Promise<Deleted> {
    return this.bus.call(deleteProvider, { name });
  }

  @Post('keys::rotate')
  @HttpCode(200)
  @Describe({ summary: 'Sign with the next key from now on', answers: { 200: RotatedKey } })
  rotate(): Promise<RotatedKey> {
    return this.bus.call(rotateKeys, {});
  }
}
