import {
  createCampaign,
  putCampaign,
  startCampaign,
  type Campaign,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { outcomesOfEvents, type Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import { createCoupon, type Coupon } from '@ces/contracts/campaigns/coupons';
import { slipsOf, type UserSlip } from '@ces/contracts/campaigns/slips';
import { createStack, type Stack } from '@ces/contracts/campaigns/stacks';
import { eventAccepted, type EventAccepted } from '@ces/contracts/events/events';
import type { Bus } from '@ces/messaging/calls/bus';
import { subjectOf } from '@ces/messaging/facts/outbox';
import { ensureStream } from '@ces/messaging/facts/streams';
import { idsBefore, newId } from '@ces/messaging/storage/ids';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { PatientBus } from '@ces/testing/services/patient-bus';
import { RunningService } from '@ces/testing/services/start-service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { register } from 'prom-client';
import { campaigns } from '../src/campaigns.module.js';
import { OtherServices } from './other-services.js';

export interface Fact {
  id: string;
  payload: EventAccepted;
}

/** The real service on real PostgreSQL and NATS. The spec publishes facts as the events service does, and answers for other services. */
export class CampaignsUnderTest extends OtherServices {
  private constructor(
    private readonly running: RunningService,
    private readonly startedAt: number,
  ) {
    super();
  }

  static async start(settings: Record<string, string> = {}): Promise<CampaignsUnderTest> {
    const startedAt = Date.now();
    const service = new CampaignsUnderTest(await RunningService.start(campaigns, settings), startedAt);
    await service.answer(service.running);
    return service;
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  get app(): NestFastifyApplication {
    return this.running.app;
  }

  get bus(): Bus {
    return new PatientBus(this.running.messaging.nats);
  }

  query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.running.query(text, values);
  }

  chore(name: string): Promise<void> {
    return this.app.get(Chores).runNow(name);
  }

  /**
   * Waits until the chore has run by itself. Chores that run at the start do so while the first tests run, the later the busier
   * the machine is.
   */
  async choreDone(name: string): Promise<void> {
    await eventually(async () => {
      const { values } = (await register.getSingleMetric('chore_last_done_timestamp_seconds')?.get()) ?? { values: [] };
      const done = values.find(({ labels }) => labels['chore'] === name)?.value ?? 0;
      if (done * 1_000 < this.startedAt) throw new Error(`${name} has not run yet`);
    });
  }

  async run(campaign: Omit<NewCampaign, 'name'> & { name?: string }): Promise<Campaign> {
    const { id } = await this.draft(campaign);
    return this.bus.call(startCampaign, { id });
  }

  draft(campaign: Omit<NewCampaign, 'name'> & { name?: string }): Promise<Campaign> {
    return this.bus.call(createCampaign, { name: 'Spec', ...campaign });
  }

  put({ id }: Pick<Campaign, 'id'>, given: Omit<NewCampaign, 'name'>): Promise<Campaign> {
    return this.bus.call(putCampaign, { id, name: 'Spec', ...given });
  }

  /** Moves a run, because campaigns judge by the moment at which an event was accepted. */
  async ran({ id }: Campaign, version: number, from: string, until: string | null): Promise<void> {
    await this.query('UPDATE campaign_run SET from_at = $3, until_at = $4 WHERE campaign_id = $1 AND version = $2', [
      id,
      version,
      from,
      until,
    ]);
    await this.query('UPDATE campaign_epoch SET epoch = epoch + 1');
  }

  async countOf(table: 'coupon_slip' | 'ledger', campaignId: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE campaign_id = $1`,
      [campaignId],
    );
    return row?.count ?? 0;
  }

  newCoupon(count: number, more: object = {}): Promise<Coupon> {
    return this.bus.call(createCoupon, { title: 'Coffee', generate: { count }, ...more });
  }

  newStack(): Promise<Stack> {
    return this.bus.call(createStack, { name: 'Points' });
  }

  slips(user_id: string): Promise<{ items: UserSlip[] }> {
    return this.bus.call(slipsOf, { user_id });
  }

  fact(user_id: string, event_name: string, data: object = { amount: 1 }, at?: Date): Fact {
    const id = at ? idOf(at) : newId();
    const received_at = (at ?? new Date()).toISOString();
    const payload = { id, client_id: 'cl', user_id, event_name, version: 1, received_at, time: null };
    return { id, payload: { ...payload, data: JSON.stringify(data) } };
  }

  /** Publishes facts as the relay of events does: facts of one partition travel in one message. */
  async publish(facts: Fact[]): Promise<void> {
    const { nats } = this.running.messaging;
    await ensureStream(await nats.manager(), nats, eventAccepted.stream);
    const js = await nats.jetstream();
    for (const [subject, group] of Map.groupBy(facts, ({ payload }) => subjectOf(eventAccepted, payload.user_id))) {
      for (let from = 0; from < group.length; from += 200) {
        const some = group.slice(from, from + 200).map(({ id, payload }) => ({ id, payload: JSON.stringify(payload) }));
        await js.publish(nats.subject('fact', subject), JSON.stringify(some));
      }
    }
  }

  async judged(facts: Fact[], withinMs = 60_000): Promise<void> {
    const ids = [...new Set(facts.map(({ id }) => id))];
    await eventually(
      async () => {
        const [row] = await this.query<{ done: number }>(
          'SELECT count(DISTINCT message_id)::int AS done FROM inbox WHERE message_id = ANY($1::uuid[])',
          [ids],
        );
        if (row?.done !== ids.length) throw new Error(`${row?.done ?? 0} of ${ids.length} are judged`);
      },
      withinMs,
      10,
    );
  }

  async outcomes({ id, payload }: { id: string; payload: { user_id: string } }): Promise<Outcome[] | null | undefined> {
    const { user_id } = payload;
    return (await this.bus.call(outcomesOfEvents, { user_id, event_ids: [id] }))[0];
  }

  async submit(facts: Fact[]): Promise<void> {
    await this.publish(facts);
    await this.judged(facts);
  }

  partitionOf(userId: string): string {
    return subjectOf(eventAccepted, userId);
  }
}

export function newUser(): string {
  return randomUUID().replaceAll('-', '').slice(0, 25);
}

/** Not `newId`: a moment of the future would move all later ids of the process there. */
function idOf(moment: Date): string {
  return idsBefore(moment.getTime()).slice(0, 15) + randomUUID().slice(15);
}
