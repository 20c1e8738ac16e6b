import { describeIfSet } from '@ces/testing/describe-if-set';
import type { AcceptedEvent } from '@ces/contracts/events/events';
import { eventually } from '@ces/testing/eventually';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { ReplicatedPostgres } from '@ces/testing/servers/replicated-postgres';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { EventWorld } from '../platform/event-world.js';
import { useEvent } from '@ces/testing/services/use-event';
import { Platform } from '../platform/platform.js';

/** Callers that repeat each request with its key until it succeeds, and record every answer. */
class Load {
  readonly refusals: (number | string | null)[][] = [];
  readonly accepted: string[] = [];
  readonly registered: string[] = [];
  private stopped = false;
  private readonly callers: Promise<void>[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly users: string[],
  ) {}

  start(): void {
    for (const user of this.users) {
      this.call(async (headers) => {
        const path = `/api/1/terminal/${user}/events/purchase`;
        const answer = await this.platform.api.post(path, { amount: 1 }, headers);
        if (answer.status === 202) this.accepted.push((answer.body as AcceptedEvent).id);
        return answer;
      });
    }
    this.call(async (headers) => {
      const answer = await this.platform.api.post(`/api/1/oauth2/provider/acme/${randomUUID()}`, undefined, headers);
      if (answer.status === 200) this.registered.push((answer.body as { user_id: string }).user_id);
      return answer;
    });
    this.call(() => this.platform.api.get(`/api/1/terminal/${this.users[0] ?? ''}/events`));
    this.call(() => this.platform.api.get('/api/1/admin/clients'));
  }

  /** Resolves when more than `more` further events are accepted and a further user is registered. */
  async successes(more: number): Promise<void> {
    const [accepted, registered] = [this.accepted.length, this.registered.length];
    await eventually(() => {
      expect(this.accepted.length - accepted).toBeGreaterThan(more);
      expect(this.registered.length).toBeGreaterThan(registered);
    }, 60_000);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.callers);
  }

  private call(request: (headers: Record<string, string>) => Promise<ApiAnswer>): void {
    const caller = async (): Promise<void> => {
      let headers = newKey();
      while (!this.stopped) {
        const answer = await request(headers);
        if (answer.status < 300) headers = newKey();
        else this.refusals.push([answer.status, answer.headers.get('Retry-After'), answer.text]);
        await sleep(20);
      }
    };
    this.callers.push(caller());
  }
}

const newKey = () => ({ 'Idempotency-Key': randomUUID() });

describeIfSet('CLUSTERS')('a synchronous standby that is promoted under load', () => {
  let postgres: ReplicatedPostgres;
  let platform: Platform;
  let load: Load;

  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start();
    platform = await Platform.on((name, migrate) => postgres.database(name, migrate));
    const world = await new EventWorld(platform).prepare();
    await useEvent(platform.messaging.bus, 'purchase');
    load = new Load(platform, [world.user, await world.newUser(), await world.newUser(), await world.newUser()]);
  }, 90_000);

  afterAll(async () => {
    await platform.stop();
    await postgres.stop();
  });

  it('makes no answer a 500, and loses nothing that was answered with a success', async () => {
    load.start();
    await load.successes(40);
    await postgres.failOver();
    await load.successes(40);
    await postgres.demoteOldPrimary();
    await load.successes(40);
    await load.stop();
    expect(load.refusals.filter(([status, retryAfter]) => status !== 503 || retryAfter === null)).toEqual([]);
    const { events, identity } = platform.services;
    const logged = await events.get(DataSource).query<{ id: string }[]>('SELECT id FROM event_log');
    expect(logged.map(({ id }) => id).toSorted()).toEqual(expect.arrayContaining(load.accepted));
    const lost = await identity
      .get(DataSource)
      .query<unknown[]>('SELECT id FROM unnest($1::text[]) AS id EXCEPT SELECT id FROM app_user', [load.registered]);
    expect(lost).toEqual([]);
  }, 180_000);

  it('gets every event published afterwards', async () => {
    await eventually(async () => {
      const waiting = 'SELECT FROM event_log WHERE seq > (SELECT seq FROM event_log_position)';
      expect(await platform.services.events.get(DataSource).query(waiting)).toEqual([]);
    }, 30_000);
  });
});
