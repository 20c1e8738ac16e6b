import { ApiProperty } from '@nestjs/swagger';
import { ClientRef } from './clients.js';
import { event, rpc } from '../rpc.js';

/** What signs and verifies deliveries to a client, each sealed under SECRETS_KEY with the client's id as its owner. */
export interface SigningSecrets {
  /** The one that signs first; during a rotation followed by the other one that is alive. */
  sealed: string[];
}

export class ClientDeleted {
  @ApiProperty()
  client_id: string;
}

/** A secret was added, promoted or retired: whoever has the client's at hand asks anew. */
export class ClientSecretsChanged {
  @ApiProperty()
  client_id: string;
}

/** Only for services that have SECRETS_KEY; nobody reaches it from outside. */
export const signingSecrets = rpc('identity.clients.signing-secrets', ClientRef).returns<SigningSecrets>();

export const clientDeleted = event<ClientDeleted>('identity.client-deleted');
export const clientSecretsChanged = event<ClientSecretsChanged>('identity.client-secrets-changed');
