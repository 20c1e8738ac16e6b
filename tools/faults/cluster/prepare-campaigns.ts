import type { User } from '../../../libs/local-stack/src/kept-settings.ts';
import { DemoApi } from '../../../libs/local-stack/src/demo/demo-api.ts';
import { EVENT, type Member } from './call-gateways.ts';
import type { ClusterWorld } from './world/cluster-world.ts';
import type { Terms } from './judge-history.ts';

type Surroundings = Pick<ClusterWorld, 'gateways' | 'publicUrl' | 'admin' | 'members'>;

/** Each fifth event of a user earns a coupon. */
export const TERMS: Terms = {
  rewarded: (n) => n % 5 === 0,
  webhooks: { '/both': ['ledger', 'slip'], '/transactions': ['ledger'] },
};

const EVENTS = { ledger: 'transaction-created', slip: 'coupon-slip-claimed-event' };

/**
 * Defines the event, starts a campaign that books its number and one that gives coupons, and registers two webhooks.
 * Returns the users with passwords.
 */
export async function prepareCampaigns(world: Surroundings, receiver: string): Promise<Member[]> {
  const api = await DemoApi.asClient(world.gateways[0] ?? '', world.admin);
  const path = `/api/1/terminal/events/${EVENT}`;
  await api.put(path, {
    $id: `${world.publicUrl}${path}`,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rewarded',
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, description: 'grows by one' } },
    required: ['n'],
  });
  const { id: stack_id } = await api.post<{ id: string }>('/api/1/admin/stacks', { name: 'Points' });
  const coupon = { title: 'A coffee', generate: { count: 50_000 } };
  const { id: coupon_id } = await api.post<{ id: string }>('/api/1/admin/coupons', coupon);
  await startCampaign(api, { effects: [{ type: 'transaction', stack_id, value: 'event.n' }] });
  await startCampaign(api, { condition: 'event.n % 5 == 0', effects: [{ type: 'claim_coupon', coupon_id }] });
  for (const [path, tables] of Object.entries(TERMS.webhooks)) {
    const events = tables.map((table) => EVENTS[table]);
    await api.post('/api/1/terminal/webhooks', { events, url: `${receiver}${path}` });
  }
  return Promise.all(world.members.map((member) => findMember(api, member)));
}

async function findMember(api: DemoApi, member: User): Promise<Member> {
  const path = '/api/1/user/credentials/find';
  const { user_id: id } = await api.post<{ user_id: string }>(path, { username: member.username });
  return { id, ...member };
}

async function startCampaign(api: DemoApi, what: object): Promise<void> {
  const campaigns = '/api/1/admin/campaigns';
  const draft = { name: 'Faults', trigger: { event_name: EVENT }, ...what };
  const { id } = await api.post<{ id: string }>(campaigns, draft);
  await api.post(`${campaigns}/${id}:start`);
}
