import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { Chores } from '@ces/service/chores/chores';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
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
    const { kid } = await identity.bus.call(rotateKeys, {});
    const after = await keys();
    expect(after.active.kid).toBe(kid);
    expect(kids(before.published)).toContain(kid);
    expect(after.published).toHaveLength(3);
    expect(kids(after.published)).toContain(before.active.kid);
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
