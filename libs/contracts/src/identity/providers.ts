import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, IsUrl, Length, Matches } from 'class-validator';
import { storable, uri, type Deleted } from './clients.js';
import { audited, rpc } from '../rpc.js';

export const providerNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export class ProviderSettings {
  @ApiProperty({
    example: 'https://login.example',
    description: "The issuer of the provider's tokens, exactly as its discovery document says.",
  })
  @IsUrl(uri)
  @Matches(storable)
  issuer: string;

  @ApiProperty({
    example: ['shop-app'],
    description: 'The ids that the provider knows us by. An `id_token` must name one of them as its audience.',
  })
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @Length(1, 255, { each: true })
  @Matches(storable, { each: true })
  client_ids: string[];

  @ApiPropertyOptional({
    example: 'https://login.example/jwks.json',
    description: "The address of the provider's keys; by default the one in its discovery document.",
  })
  @IsOptional()
  @IsUrl(uri)
  @Matches(storable)
  jwks_uri?: string;
}

export class ProviderRef {
  @IsString()
  @Matches(providerNamePattern)
  name: string;
}

export class PutProvider extends ProviderSettings {
  @IsString()
  @Matches(providerNamePattern)
  name: string;
}

export class Provider {
  @ApiProperty({ example: 'demo', description: 'The name of the provider.' })
  name: string;

  @ApiProperty({ example: 'https://login.example', description: "The issuer of the provider's tokens." })
  issuer: string;

  @ApiProperty({ example: ['shop-app'], description: 'The ids that the provider knows us by.' })
  client_ids: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The address of the provider's keys; null for the one in its discovery document.",
    example: 'https://login.example/jwks.json',
  })
  jwks_uri: string | null;

  /** Identity services of the previous release omit it. */
  @ApiPropertyOptional({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the provider was configured first.',
    format: 'date-time',
  })
  created?: string;
}

class Nothing {}

export const putProvider = audited(rpc('identity.providers.put', PutProvider).returns<Provider>());
export const listProviders = rpc('identity.providers.list', Nothing).returns<Provider[]>();
export const getProvider = rpc('identity.providers.get', ProviderRef).returns<Provider>();
export const deleteProvider = audited(rpc('identity.providers.delete', ProviderRef).returns<Deleted>());
