import { audienceOf, knownToCards, type Audience } from '@ces/contracts/cards/audience';
import {
  createCampaign,
  putCampaign,
  startCampaign,
  type Campaign,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { outcomesOfEvents, type Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import { createCoupon, slipsOf, type Coupon } from '@ces/contracts/campaigns/coupons';
import { letDefinitionGo, useDefinition, type DefinitionUse } from '@ces/contracts/events/definition-use';
import { eventAccepted, getDefinition, validateEvents, type EventAccepted } from '@ces/contracts/events/events';
import { peopleOf } from '@ces/contracts/identity/people';
import { segmentMemberships, useSegments } from '@ces/contracts/segments/segment-use';
import { createStack, type Stack } from '@ces/contracts/campaigns/stacks';
import { knownUsers } from '@ces/contracts/identity/users';
import type { Bus } from '@ces/messaging/calls/bus';
import { newId } from '@ces/messaging/storage/ids';
import { NatsServer } from '@ces/messaging/nats-server';
import { subjectOf } from '@ces/messaging/facts/outbox';
import { ensureStream } from '@ces/messaging/facts/streams';
import { migrate } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/private-database';
import { standIn } from '@ces/testing/stand-in';
import { testConfig } from '@ces/testing/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { campaigns } from '../src/campaigns.js';

export interface Fact {
  id: string;
  payload: EventAccepted;
}

/** The real service on real PostgreSQL and NATS. Facts are put into the stream as events does it; what other services know is given. */
export class CampaignsUnderTest {
  /** What other services answer. */
  readonly audiences = new Map<string, Partial<Audience>>();
  readonly segments = new Map<string, string[]>();
  /** What events answers when a use is registered: the newest version. */
  answerUse: (use: DefinitionUse) => { version: number } | null = ({ version }) => ({ version });
  /** Who has been asked, about how many users. */
  readonly questions: { of: 'people' | 'cards' | 'segments'; users: number }[] = [];
  /** Questions about more users than this get no answer. */
  mostAnswered = Number.POSITIVE_INFINITY;
  schema: object = { type: 'object', properties: { amount: { type: 'integer' } } };

  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: PrivateDatabase,
    private readonly messaging: GuardedNats,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<CampaignsUnderTest> {
    const database = await privateDatabase('campaigns', async (url) => {
      await migrate(url, campaigns.schema);
    });
    const messaging = await GuardedNats.start();
    const own = { DATABASE_URL: database.url, ...messaging.settings('campaigns') };
    const config = testConfig(campaigns.config, { ...own, ...settings });
    const app = await createService(campaigns, config);
    await app.listen(0, '127.0.0.1');
    const running = new CampaignsUnderTest(app, database, messaging);
    await running.answerForOthers();
    await eventually(() => {
      if (!app.get(NatsServer).ready) throw new Error('not ready');
    }, 20_000);
    return running;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.messaging.stop();
    await this.database.drop();
  }

  get bus(): Bus {
    return this.messaging.bus;
  }

  query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.app.get(DataSource).query<T[]>(text, values);
  }

  async run(campaign: Omit<NewCampaign, 'name'>): Promise<Campaign> {
    const { id } = await this.bus.call(createCampaign, { name: 'Spec', ...campaign });
    return this.bus.call(startCampaign, { id });
  }

  put({ id }: Campaign, given: Omit<NewCampaign, 'name'>): Promise<Campaign> {
    return this.bus.call(putCampaign, { id, name: 'Spec', ...given });
  }

  /** Campaigns judge by the moment at which an event was accepted: here the test says what ran then. */
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
    return this.bus.call(createCoupon, { title: 'Coffee', generate: { count }, ...more }, { timeout: 20_000 });
  }

  newStack(): Promise<Stack> {
    return this.bus.call(createStack, { name: 'Points' });
  }

  slips(user_id: string): Promise<{ items: CouponSlip[] }> {
    return this.bus.call(slipsOf, { user_id });
  }

  fact(user_id: string, event_name: string, data: object = { amount: 1 }, at = new Date()): Fact {
    const id = newId(at.getTime());
    const received_at = at.toISOString();
    const payload = { id, client_id: 'cl', user_id, event_name, version: 1, received_at, time: null };
    return { id, payload: { ...payload, data: JSON.stringify(data) } };
  }

  /** As the relay of events does it: facts of a partition that travel together are one message. */
  async publish(facts: Fact[]): Promise<void> {
    const { nats } = this.messaging;
    await ensureStream(await nats.manager(), nats, eventAccepted.stream);
    const js = await nats.jetstream();
    for (const [subject, group] of Map.groupBy(facts, ({ payload }) => subjectOf(eventAccepted, payload.user_id))) {
      for (let from = 0; from < group.length; from += 200) {
        const some = group.slice(from, from + 200).map(({ id, payload }) => ({ id, payload: JSON.stringify(payload) }));
        await js.publish(nats.subject('fact', subject), JSON.stringify(some));
      }
    }
  }

  /** Until every one of them has been judged. */
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

  /** What the campaigns came to, as the log of events shows it. */
  async outcomes({ id, payload }: Fact): Promise<Outcome[] | null | undefined> {
    const { user_id } = payload;
    return (await this.bus.call(outcomesOfEvents, { user_id, event_ids: [id] }))[0];
  }

  async submit(facts: Fact[]): Promise<void> {
    await this.publish(facts);
    await this.judged(facts);
  }

  /** Until another service has been asked something about users. */
  async asked(): Promise<void> {
    await eventually(
      () => {
        if (this.questions.length === 0) throw new Error('nobody has been asked');
      },
      10_000,
      10,
    );
  }

  partitionOf(userId: string): string {
    return subjectOf(eventAccepted, userId);
  }

  private async answerForOthers(): Promise<void> {
    const { app } = this;
    await standIn(app, getDefinition, ({ event_name }) => ({
      event_name,
      version: 1,
      created: '',
      definition: this.schema,
    }));
    await standIn(app, useDefinition, (use) => this.answerUse(use));
    await standIn(app, letDefinitionGo, () => ({ deleted: true as const }));
    await standIn(app, useSegments, ({ segment_ids }) => ({ used: segment_ids }));
    await standIn(app, knownUsers, ({ user_ids }) => user_ids);
    await standIn(app, validateEvents, ({ submissions }) => submissions.map(() => accepted));
    await standIn(app, knownToCards, (names) => names);
    await standIn(app, peopleOf, ({ user_ids }) =>
      this.answer('people', user_ids, (user_id) => ({ user_id, active: true })),
    );
    await standIn(app, audienceOf, ({ user_ids }) =>
      this.answer('cards', user_ids, (user_id) => ({ cards: [], optins: [], ...this.audiences.get(user_id), user_id })),
    );
    await standIn(app, segmentMemberships, ({ user_ids, segment_ids }) =>
      this.answer('segments', user_ids, (userId) =>
        segment_ids.filter((id) => this.segments.get(userId)?.includes(id)),
      ),
    );
  }

  private answer<T>(of: 'people' | 'cards' | 'segments', userIds: string[], about: (userId: string) => T) {
    this.questions.push({ of, users: userIds.length });
    return userIds.length > this.mostAnswered ? undefined : userIds.map(about);
  }
}

const accepted = {
  accepted: { id: '', event_name: '', version: 1, status: 'accepted' as const, received_at: '' },
  replayed: false,
};

export function newUser(): string {
  return randomUUID().replaceAll('-', '').slice(0, 25);
}
