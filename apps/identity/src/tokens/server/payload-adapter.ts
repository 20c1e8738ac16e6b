import type { Adapter } from 'oidc-provider';
import type { KnownClients } from '../../clients/known-clients.js';
import type { GrantsService } from '../../grants/grants.service.js';
import { userCodeKey, type StoredKind } from '../../grants/payload-rows.js';
import type { Sealer } from '../../sealing/sealer.js';
import { metadataOf } from '../protocol/client-metadata.js';
import { authorizationPath, deviceVerifyPath } from '../protocol/paths.js';

const storedKinds: readonly string[] = [
  ...['Session', 'Interaction', 'Grant', 'AuthorizationCode', 'DeviceCode', 'RefreshToken'],
];

interface Stores {
  clients: KnownClients;
  grants: GrantsService;
  sealer: Sealer;
}

/** The storage of oidc-provider. Access tokens are JWTs, so the library never reads them; it only ends them with their grant. */
export function adapterFor(model: string, { clients, grants, sealer }: Stores): Adapter {
  if (model === 'DeviceCode') return deviceCodeAdapter(grants, sealer);
  if (model === 'Interaction') return interactionAdapter(grants, sealer);
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
    find: (id) => (kind === 'RefreshToken' ? grants.findToRenew(id) : grants.find(kind, id)),
    findByUid: (uid) => grants.findByUid(kind, uid),
    upsert: (id, payload, seconds = 0) => grants.put(kind, id, payload, seconds),
    consume: (id) => grants.consume(kind, id),
    destroy: (id) => grants.remove(kind, id),
    // The library ends a grant once per model; the adapter of access tokens ends all of it.
    revokeByGrantId: () => Promise.resolve(),
  };
}

const ofDevices = 'device code';

/** People find a device code by the user code, so it is kept sealed. By itself it is a secret of which only a digest is kept. */
function deviceCodeAdapter(grants: GrantsService, sealer: Sealer): Adapter {
  const stored = storedAdapter('DeviceCode', grants);
  return {
    ...stored,
    upsert: (id, payload, seconds) => stored.upsert(id, { ...payload, sealed: sealer.seal(id, ofDevices) }, seconds),
    findByUserCode: async (userCode) => {
      const found = await grants.findByUid('DeviceCode', userCodeKey(userCode));
      return found && { ...found, userCode, jti: sealer.open(String(found['sealed']), ofDevices) };
    },
  };
}

/** A sign-in for a device goes back to the page for devices. */
function interactionAdapter(grants: GrantsService, sealer: Sealer): Adapter {
  const stored = storedAdapter('Interaction', grants);
  return {
    ...stored,
    upsert: (id, { deviceCode, ...payload }, seconds) => {
      const sealed = typeof deviceCode === 'string' ? { sealed: sealer.seal(deviceCode, ofDevices) } : {};
      return stored.upsert(id, { ...payload, ...sealed }, seconds);
    },
    find: async (id) => {
      const found = await grants.find('Interaction', id);
      if (!found) return undefined;
      const { sealed, ...payload } = found;
      if (typeof sealed !== 'string') return { ...payload, returnTo: `${authorizationPath}/${id}` };
      const deviceCode = sealer.open(sealed, ofDevices);
      return { ...payload, deviceCode, returnTo: `${deviceVerifyPath}/${id}` };
    },
  };
}
