import type { Adapter } from 'oidc-provider';
import type { KnownClients } from '../../clients/known-clients.js';
import type { GrantsService } from '../../grants/grants.service.js';
import type { StoredKind } from '../../grants/payload-rows.js';
import { metadataOf } from '../protocol/client-metadata.js';
import { authorizationPath } from '../protocol/paths.js';

const storedKinds: readonly string[] = ['Session', 'Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken'];

/** The storage of oidc-provider. Access tokens are JWTs, so the library never reads them; it only ends them with their grant. */
export function adapterFor(model: string, clients: KnownClients, grants: GrantsService): Adapter {
  if (isStored(model)) return storedAdapter(model, grants);
  const adapter = unsupported(model);
  if (model === 'AccessToken') return { ...adapter, revokeByGrantId: (grantId) => grants.endGrant(grantId) };
  if (model !== 'Client') return adapter;
  return {
    ...adapter,
    find: async (id) => {
      const client = await clients.find(id);
      return client && metadataOf(client);
    },
  };
}

function isStored(model: string): model is StoredKind {
  return storedKinds.includes(model);
}

/** Fails on every use: a model that this service does not store must not go unnoticed. */
function unsupported(model: string): Adapter {
  const refuse = (): Promise<never> => Promise.reject(new Error(`${model} is not stored by this service`));
  return {
    find: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}

function storedAdapter(kind: StoredKind, grants: GrantsService): Adapter {
  return {
    ...unsupported(kind),
    find: async (id) => {
      const found = await (kind === 'RefreshToken' ? grants.findToRenew(id) : grants.find(kind, id));
      return found && kind === 'Interaction' ? { ...found, returnTo: `${authorizationPath}/${id}` } : found;
    },
    findByUid: (uid) => grants.findByUid(kind, uid),
    upsert: (id, payload, seconds = 0) => grants.put(kind, id, payload, seconds),
    consume: (id) => grants.consume(kind, id),
    destroy: (id) => grants.remove(kind, id),
    // The library ends a grant once per model; the adapter of access tokens ends all of it.
    revokeByGrantId: () => Promise.resolve(),
  };
}
