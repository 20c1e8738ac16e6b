import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { UserReads } from './user-reads.js';

const anna = 'A'.repeat(25);
const ben = 'B'.repeat(25);
const detailsOf = (id: string) => ({ id, active: true, completed_registration: false });

class IdentityStandIn {
  readonly calls: unknown[] = [];

  call(_call: object, payload: { user_id?: string; user_ids?: string[] }): Promise<unknown> {
    this.calls.push(payload);
    if (payload.user_ids) return Promise.resolve(payload.user_ids.filter((id) => id === anna).map(detailsOf));
    return payload.user_id === anna
      ? Promise.resolve(detailsOf(anna))
      : Promise.reject(new Problem('user-not-found', 'There is no user of this id.'));
  }
}

describe('reads of users, row 7', () => {
  let identity: IdentityStandIn;
  let reads: UserReads;

  beforeEach(() => {
    identity = new IdentityStandIn();
    reads = new UserReads(identity as unknown as Bus);
  });

  const read = (id: string, more: object = {}) =>
    reads.details(id, { requestId: 'r', ...more }).catch((error: unknown) => (error as Problem).code);

  it('of one turn of the event loop go in one call', async () => {
    expect(await Promise.all([anna, ben, anna, 'malformed'].map((id) => read(id)))).toEqual([
      ...[detailsOf(anna), 'user-not-found', detailsOf(anna), 'user-not-found'],
    ]);
    expect(identity.calls).toEqual([{ user_ids: [anna, ben] }]);
  });

  it('of an operator, or with a trace, are calls of their own', async () => {
    await Promise.all([read(anna, { read: {} }), read(anna, { traceparent: 't' }), read(anna)]);
    expect(identity.calls).toEqual([{ user_id: anna }, { user_id: anna }, { user_ids: [anna] }]);
  });
});
