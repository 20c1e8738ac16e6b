import { ApiProperty, ApiPropertyOptional, IntersectionType } from '../shape/described.js';
import { IsIn, IsOptional } from 'class-validator';
import { ClientCommand, ClientRef, type Client } from './clients.js';
import { audited, fact, rpc } from '../rpc.js';

/** The secrets that sign deliveries to a client, each sealed under SECRETS_KEY with the client's id as its owner. */
export interface SigningSecrets {
  /** The current secret first; during a rotation the other living secret follows. */
  sealed: string[];
}

export class ClientDeleted {
  @ApiProperty({ description: 'The id of the client.' })
  client_id: string;
}

/** A secret was added, promoted or retired. Services that keep the client's secrets ask for them again. */
export class ClientSecretsChanged {
  @ApiProperty({ description: 'The id of the client.' })
  client_id: string;
}

/** Only services that have SECRETS_KEY call it. No route of the API leads to it. */
export const signingSecrets = rpc('identity.clients.signing-secrets', ClientRef).returns<SigningSecrets>();

export const clientDeleted = fact<ClientDeleted>('identity.client-deleted');
export const clientSecretsChanged = fact<ClientSecretsChanged>('identity.client-secrets-changed');

export class Retirement {
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether to revoke all tokens of the client at once; otherwise tokens obtained with the previous secret live for up to 15 minutes',
  })
  @IsOptional()
  @IsIn(['true', 'false'])
  revoke_tokens?: 'true' | 'false';
}

export class RetireSecret extends IntersectionType(Retirement, ClientCommand) {}

export class NewSecret {
  @ApiProperty({ description: 'The secret; no other answer shows it' })
  secret: string;
}

/** The reply when a client that is not public is created. */
export interface ClientWithSecret extends Client {
  secret: string;
}
export const addSecret = audited(rpc('identity.clients.secrets.add', ClientCommand).returns<NewSecret>());
export const promoteSecret = audited(rpc('identity.clients.secrets.promote', ClientCommand).returns<Client>());
export const retireSecret = audited(rpc('identity.clients.secrets.retire', RetireSecret).returns<Client>());
