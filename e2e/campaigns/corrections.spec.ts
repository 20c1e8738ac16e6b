import type { Balance, Correction } from '@ces/contracts/campaigns/stacks';
import { randomUUID } from 'node:crypto';
import { CampaignWorld } from '../platform/campaign-world.js';
import { Platform } from '../platform/platform.js';

describe('POST /api/1/admin/users/{user_id}/transactions', () => {
  let platform: Platform;
  let world: CampaignWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new CampaignWorld(platform);
  });

  afterAll(() => platform.stop());

  it('corrects a balance once per key, for clients with ledger:correct', async () => {
    const [user, stack] = [await world.newUser(), await world.newStack()];
    const path = `/api/1/admin/users/${user}/transactions`;
    const body = { stack_id: stack.id, value: 12, reason: 'Forgotten card' };
    const support = await platform.api.as(platform.credentials, 'ledger:correct');
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await support.post(path, body, key);
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toBe(`${platform.url}/api/1/admin/users/${user}`);
    const again = await support.post(path, body, key);
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    expect(first.body as Correction).toMatchObject({ user_id: user, value: 12, balance: 12, reason: 'Forgotten card' });
    const balances = (await (await platform.asUser(user, 'rewards')).get('/api/1/stack/balances')).body;
    expect(balances as Balance[]).toMatchObject([{ stack_id: stack.id, value: 12 }]);
    const others = await platform.api.as(platform.credentials, 'rewards:manage');
    expect((await others.post(path, body)).status).toBe(403);
  });

  it('is 404 for unknown users, 409 below zero, and 400 for a field too many', async () => {
    const [user, stack] = [await world.newUser(), await world.newStack()];
    const codeOf = async (userId: string, more: object) => {
      const body = { stack_id: stack.id, value: -1, reason: 'Spec', ...more };
      const answer = await platform.api.post(`/api/1/admin/users/${userId}/transactions`, body);
      return [answer.status, (answer.body as { code: string }).code];
    };
    expect(await codeOf('A'.repeat(25), {})).toEqual([404, 'user-not-found']);
    expect(await codeOf('no-id', {})).toEqual([404, 'user-not-found']);
    expect(await codeOf(user, {})).toEqual([409, 'balance-too-low']);
    expect(await codeOf(user, { campaign_id: 'x' })).toEqual([400, 'validation-failed']);
  });
});
