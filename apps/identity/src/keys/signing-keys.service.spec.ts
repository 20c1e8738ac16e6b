import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { Nats } from '@ces/messaging/nats';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import { calculateJwkThumbprint } from 'jose';
import { replicaWith } from '../../test/replica-with.js';
import { startIdentity } from '../../test/start-identity.js';
import { newSigningKey, publicPart, signingAlgorithms } from './signing-key.js';
import { SigningKeysService, type KeySet } from './signing-keys.service.js';

describe('signing keys', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const service = () => identity.app.get(SigningKeysService);
  const keys = async (): Promise<KeySet> => {
    await service().refresh();
    const { current } = service();
    if (!current) throw new Error('no keys were read');
    return current;
  };
  const retireSince = (ago: string) =>
    identity.query(`UPDATE signing_key SET retired_at = now() - $1::interval WHERE state = 'retired'`, [ago]);
  const kids = (set: { kid: string }[]) => set.map(({ kid }) => kid);

  it('are the same object until they change', async () => {
    expect(await keys()).toBe(await keys());
  });

  it('rotate: the published next key becomes active, and a new next key is published', async () => {
    const before = await keys();
    const replica = replicaWith(identity.app, 'RS256');
    await replica.onModuleInit();
    replica.onApplicationBootstrap();
    await (await identity.app.get(Nats).connection()).flush();
    const { kid } = await identity.bus.call(rotateKeys, {});
    // The wake comes long before the next poll.
    await eventually(() => {
      expect(replica.current?.active.kid).toBe(kid);
    }, 2_000);
    await replica.onModuleDestroy();
    const after = await keys();
    expect(after.active.kid).toBe(kid);
    expect(kids(before.published)).toContain(kid);
    expect(after.published).toHaveLength(3);
    expect(kids(after.published)).toContain(before.active.kid);
  });

  it('get the configured algorithm with their next rotation, and keep it', async () => {
    const algorithms = (set: KeySet) => Object.fromEntries(set.published.map(({ kid, alg }) => [kid, alg]));
    const before = await keys();
    const replica = replicaWith(identity.app, 'ES256');
    await replica.refresh();
    expect(await keys()).toBe(before);
    const { kid } = await replica.rotate();
    const [next = ''] = kids((await keys()).published).filter((each) => !kids(before.published).includes(each));
    expect(algorithms(await keys())).toEqual({ ...algorithms(before), [kid]: 'RS256', [next]: 'ES256' });
    await identity.bus.call(rotateKeys, {});
    const { active } = await keys();
    expect([active.kid, active.alg]).toEqual([next, 'ES256']);
    await identity.query(`DELETE FROM signing_key WHERE state = 'retired' AND kid <> $1`, [kid]);
  });

  it('are public only in part, and are named by their thumbprint, whatever their algorithm', async () => {
    for (const alg of signingAlgorithms) {
      const key = await newSigningKey(alg);
      const shown = publicPart(key);
      const members = alg === 'RS256' ? ['e', 'n'] : ['crv', 'x', 'y'];
      expect(Object.keys(shown).sort()).toEqual(['alg', 'kid', 'kty', 'use', ...members].sort());
      expect(await calculateJwkThumbprint(shown)).toBe(key.kid);
    }
  });

  it('are published while access tokens live, and kept while sessions last', async () => {
    await retireSince('19 minutes');
    expect((await keys()).published).toHaveLength(3);
    await retireSince('21 minutes');
    expect((await keys()).published).toHaveLength(2);
    await retireSince('12 hours');
    await identity.app.get(Chores).runNow('purge-signing-keys');
    expect((await keys()).kept).toHaveLength(3);
    await retireSince('13 hours');
    await identity.app.get(Chores).runNow('purge-signing-keys');
    expect((await keys()).kept).toHaveLength(2);
  });
});
