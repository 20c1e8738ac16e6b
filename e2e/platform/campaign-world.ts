import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import type { Coupon } from '@ces/contracts/campaigns/coupons';
import type { UserSlip } from '@ces/contracts/campaigns/slips';
import type { AcceptedEvent } from '@ces/contracts/events/events';
import type { Balance, Stack } from '@ces/contracts/campaigns/stacks';
import type { Connection } from '@ces/contracts/identity/users';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from './platform.js';
import { randomUUID } from 'node:crypto';

export class CampaignWorld {
  constructor(readonly platform: Platform) {}

  async newUser(): Promise<string> {
    const answer = await this.platform.api.post(`/api/1/oauth2/provider/acme/${randomUUID()}`);
    return (answer.body as Connection).user_id;
  }

  /** Each test has its own event, so that campaigns of other tests do not judge it. */
  async newEvent(properties: object = { amount: { type: 'integer' } }, more: object = {}): Promise<string> {
    const name = `e${randomUUID().slice(0, 8)}`;
    const answer = await this.define(name, properties, more);
    if (answer.status !== 200) throw new Error(answer.text);
    return name;
  }

  define(name: string, properties: object, more: object = {}) {
    return this.platform.api.put(`/api/1/terminal/events/${name}`, {
      $id: `${this.platform.url}/api/1/terminal/events/${name}`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: name,
      type: 'object',
      properties,
      ...more,
    });
  }

  async newCoupon(more: object = { generate: { count: 100 } }): Promise<Coupon> {
    const answer = await this.platform.api.post('/api/1/admin/coupons', { title: 'A free coffee', ...more });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body as Coupon;
  }

  async newStack(): Promise<Stack> {
    return (await this.platform.api.post('/api/1/admin/stacks', { name: 'Points' })).body as Stack;
  }

  draft(campaign: object) {
    return this.platform.api.post('/api/1/admin/campaigns', { name: 'Spec', ...campaign });
  }

  act(id: string, action: 'start' | 'pause' | 'end' | 'simulate', body?: object) {
    return this.platform.api.post(`/api/1/admin/campaigns/${id}:${action}`, body);
  }

  async run(campaign: object): Promise<Campaign> {
    const drafted = await this.draft(campaign);
    if (drafted.status !== 201) throw new Error(drafted.text);
    const started = await this.act((drafted.body as Campaign).id, 'start');
    if (started.status !== 200) throw new Error(started.text);
    return started.body as Campaign;
  }

  async send(userId: string, eventName: string, data: object = { amount: 1 }): Promise<AcceptedEvent> {
    const answer = await this.platform.api.post(`/api/1/terminal/${userId}/events/${eventName}`, data);
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.body as AcceptedEvent;
  }

  async outcomes(userId: string, eventId: string): Promise<Outcome[]> {
    return eventually(async () => {
      const log = (await this.platform.api.get(`/api/1/terminal/${userId}/events`)).body;
      const entry = (log as { id: string; campaigns: Outcome[] | null }[]).find(({ id }) => id === eventId);
      if (!entry?.campaigns) throw new Error('not judged yet');
      return entry.campaigns;
    });
  }

  async judged(userId: string, eventName: string, data?: object): Promise<Outcome[]> {
    const { id } = await this.send(userId, eventName, data);
    return this.outcomes(userId, id);
  }

  async slips(userId: string): Promise<UserSlip[]> {
    const asUser = await this.platform.asUser(userId, 'rewards');
    return (await asUser.get('/api/1/coupon/slips')).body as UserSlip[];
  }

  async balances(userId: string): Promise<Balance[]> {
    const asUser = await this.platform.asUser(userId, 'rewards');
    return (await asUser.get('/api/1/stack/balances')).body as Balance[];
  }
}
