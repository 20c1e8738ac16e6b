import type { Submission } from '@ces/contracts/events/events';
import { bodyOfPlace, keyOfPlace } from '@ces/contracts/events/keyed-batches';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { demandSameBatch } from './demand-same-batch.js';

const batch = { client_id: 'shop', key: 'k' };
const item: Submission = {
  ...{ client_id: 'shop', user_id: 'u', event_name: 'e', data: '{}' },
  ...{ key: keyOfPlace('k', 0), key_scope: 'batch' as const },
};
const busWith = (call: () => Promise<unknown>) => ({ call }) as Pick<Bus, 'call'> as Bus;

describe('a batch whose key was sent before', () => {
  const bus = busWith(() => Promise.resolve([{ place: 0, body: bodyOfPlace(item) }]));

  it('has each accepted event in its place again', async () => {
    expect(await demandSameBatch(bus, batch, [item, new Problem('user-not-found', 'There is no such user.')])).toBe(
      true,
    );
    expect(
      await demandSameBatch(
        busWith(() => Promise.resolve([])),
        batch,
        [item],
      ),
    ).toBe(false);
    for (const other of [[], [{ ...item, data: '{"a":1}' }], [new Problem('user-not-found', 'There is no such user.')]])
      await expect(demandSameBatch(bus, batch, other)).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  });
});
