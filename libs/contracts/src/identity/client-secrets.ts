import { ApiProperty } from '@nestjs/swagger';
import { ClientRef } from './clients.js';
import { fact, rpc } from '../rpc.js';

/** The secrets that sign deliveries to a client, each sealed under SECRETS_KEY with the client's id as its owner. */
export interface SigningSecrets {
  /** The current secret first; during a rotation the other living secret follows. */
  sealed: string[];
}

export class ClientDeleted {
  @ApiProperty()
  client_id: string;
}

/** A secret was added, promoted or retired. Services that keep the client's secrets ask for them again. */
export class ClientSecretsChanged {
  @ApiProperty()
  client_id: string;
}

/** Only services that have SECRETS_KEY call it. No route of the API leads to it. */
export const signingSecrets = rpc('identity.clients.signing-secrets', ClientRef).returns<SigningSecrets>();

export const clientDeleted = fact<ClientDeleted>('identity.client-deleted');
export const clientSecretsChanged = fact<ClientSecretsChanged>('identity.client-secrets-changed');
