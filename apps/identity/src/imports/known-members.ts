import type { ConnectionRef } from '@ces/contracts/identity/users';

export interface KnownUser {
  user_id: string;
  closed: boolean;
  username: string | null;
  password_hash: string | null;
  activated: boolean;
  person: object | null;
}

export interface Known {
  byName: Map<string, string>;
  byOwner: Map<string, string>;
  users: Map<string, KnownUser>;
  providers: Set<string>;
}

export function ownerKey({ provider_name, owner_id }: ConnectionRef): string {
  return `${provider_name} ${owner_id}`;
}
