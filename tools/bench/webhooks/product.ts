import type { NatsConnection } from 'nats';
import type { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import { cpuSeconds, memoryOf } from '../process-usage.ts';
import type { Worker } from '../worker.ts';
import type { Counts, ReceiverQuestion } from './receive.ts';

export type Receiver = Worker<ReceiverQuestion, Counts>;

interface Connections {
  webhooks: Client;
  campaigns: Client;
  nats: NatsConnection;
}

export interface Delivered {
  webhooks: number;
  eventsPerSecond: number;
  postsPerSecond: number;
  eventsPerPost: number;
  /** CPU seconds of each process for 1,000 delivered events. */
  cpuPer1000: Record<string, number>;
  /** Rows inserted, updated and deleted in the database of webhooks, for 1,000 delivered events. */
  rowsPer1000: number;
  right: boolean;
}

export class Product {
  readonly #stack: StackFile;
  readonly #token: string;
  readonly #databases: Pick<Connections, 'webhooks' | 'campaigns'>;
  readonly #nats: NatsConnection;
  readonly #receiver: Receiver;
  readonly receiverPort: number;

  private constructor(stack: StackFile, token: string, connections: Connections, receiver: Receiver, port: number) {
    this.#stack = stack;
    this.#token = token;
    this.#databases = connections;
    this.#nats = connections.nats;
    this.#receiver = receiver;
    this.receiverPort = port;
  }

  static async prepare(stack: StackFile, connections: Connections, receiver: Receiver): Promise<Product> {
    const answer = await fetch(`${stack.base_url}/oauth2/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${stack.client.id}:${stack.client.secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token = '' } = (await answer.json()) as { access_token?: string };
    const { port } = await receiver.ask({ ask: 'port' });
    return new Product(stack, access_token, connections, receiver, port);
  }

  /** With `lanes`, order is that of each user, and the receiver answers after `delayMs`. Counting rows takes 20 s. */
  async deliver(
    webhooks: number,
    events: number,
    signal: AbortSignal,
    { lanes = 1, delayMs = 0, countsRows = true }: { lanes?: number; delayMs?: number; countsRows?: boolean } = {},
  ): Promise<Delivered> {
    const ids = [];
    for (let i = 0; i < webhooks; i += 1) ids.push(await this.register(`/w${i}`, 'transaction-created'));
    if (lanes > 1) for (const id of ids) await this.call('PATCH', `/api/1/terminal/webhooks/${id}`, { lanes });
    await this.#receiver.ask({ ask: 'clear', perUser: lanes > 1, delayMs });
    const rowsBefore = countsRows ? await this.rows() : 0;
    const cpuBefore = this.cpu();
    await this.tell(1, events);
    const counts = await this.until((now) => now.events >= webhooks * events, signal);
    await sleep(300);
    const cpuAfter = this.cpu();
    const rowsAfter = countsRows ? await this.rows() : 0;
    const seconds = (counts.lastAt - counts.firstAt) / 1_000;
    const thousands = counts.events / 1_000;
    for (const id of ids) await this.call('DELETE', `/api/1/terminal/webhooks/${id}`);
    return {
      webhooks,
      eventsPerSecond: counts.events / seconds,
      postsPerSecond: counts.posts / seconds,
      eventsPerPost: counts.events / counts.posts,
      cpuPer1000: Object.fromEntries(
        Object.entries(cpuAfter).map(([name, cpu]) => [name, (cpu - (cpuBefore[name] ?? 0)) / thousands]),
      ),
      rowsPer1000: (rowsAfter - rowsBefore) / thousands,
      right: counts.events === webhooks * events && counts.misplaced === 0,
    };
  }

  /** Milliseconds from the call of row 5 to the arrival of `connection-created`, sorted. */
  async endToEnd(calls: number, perSecond: number): Promise<number[]> {
    const id = await this.register('/e2e', 'connection-created');
    await this.#receiver.ask({ ask: 'clear' });
    const sent = new Map<string, number>();
    const pending: Promise<unknown>[] = [];
    for (let i = 0; i < calls; i += 1) {
      const owner = `e2e-${i}`;
      sent.set(owner, performance.timeOrigin + performance.now());
      pending.push(this.call('POST', `/api/1/oauth2/provider/${this.#stack.provider}/${owner}`));
      await sleep(1_000 / perSecond);
    }
    await Promise.all(pending);
    await this.until((now) => now.events >= calls, AbortSignal.timeout(30_000));
    const { arrivals } = await this.#receiver.ask({ ask: 'arrivals' });
    await this.call('DELETE', `/api/1/terminal/webhooks/${id}`);
    return arrivals.map(([owner, at]) => at - (sent.get(owner) ?? at)).sort((a, b) => a - b);
  }

  /**
   * Milliseconds from the commit of an event to its arrival at each of `good` webhooks, sorted. `bad` get them, too. The
   * first second does not count: its first event opens a connection to each webhook.
   */
  async lag(good: number, bad: string[], events: number, perSecond: number): Promise<number[]> {
    const urls = [...Array.from({ length: good }, (_, i) => this.#url(`/n${i}`)), ...bad];
    const ids = await Promise.all(urls.map((url) => this.registerAt(url, 'transaction-created')));
    await this.tellByTheClock(perSecond, perSecond, good);
    const committed = await this.tellByTheClock(events, perSecond, good);
    const { arrivals } = await this.#receiver.ask({ ask: 'arrivals' });
    for (const id of ids) await this.call('DELETE', `/api/1/terminal/webhooks/${id}`);
    return arrivals.map(([value, at]) => at - (committed.get(value) ?? at)).sort((a, b) => a - b);
  }

  /** Resolves to the time of each event's commit, by its value, when all have arrived at all webhooks. */
  private async tellByTheClock(events: number, perSecond: number, webhooks: number): Promise<Map<string, number>> {
    await this.#receiver.ask({ ask: 'clear', watch: true });
    const committed = new Map<string, number>();
    for (let value = 1; value <= events; value += 1) {
      await this.tell(value, value);
      committed.set(String(value), performance.timeOrigin + performance.now());
      await sleep(1_000 / perSecond);
    }
    await this.until((now) => now.events >= webhooks * events, AbortSignal.timeout(60_000));
    return committed;
  }

  get webhooksMemoryMb(): number {
    return memoryOf(this.#stack.processes['webhooks'] ?? 0).rssMb;
  }

  /** The shares of a core that webhooks and its sessions in PostgreSQL use while nothing happens. */
  async idle(webhooks: number, seconds: number): Promise<{ webhooks: number; postgres: number }> {
    await this.#databases.webhooks.query(
      `WITH made AS (
         INSERT INTO webhook (id, client_id, events, url, headers)
         SELECT gen_random_uuid(), 'cl_idle', '{user-activated}', 'http://127.0.0.1:9/', '' FROM generate_series(1, $1)
         RETURNING id)
       INSERT INTO delivery (webhook_id, cursor) SELECT made.id, position FROM made, log_clock`,
      [webhooks],
    );
    await sleep(3_000);
    const before = this.cpu();
    await sleep(seconds * 1_000);
    const after = this.cpu();
    const share = (name: string): number => ((after[name] ?? 0) - (before[name] ?? 0)) / seconds;
    return { webhooks: share('webhooks'), postgres: share('postgres') };
  }

  /** Writes the events as campaigns does, many in rows of 50; the relay of campaigns publishes them. */
  private async tell(from: number, to: number): Promise<void> {
    const rows =
      from === to
        ? 'INSERT INTO outbox (message_id, subject, payload) SELECT id, subject, payload FROM told'
        : `INSERT INTO outbox (message_id, message_ids, subject, payload)
           SELECT uuidv7(), array_agg(id ORDER BY n), subject,
                  json_agg(json_build_object('id', id, 'payload', payload) ORDER BY n)
             FROM told GROUP BY subject, (n - $1) / 50 ORDER BY min(n)`;
    await this.#databases.campaigns.query(
      `WITH told AS MATERIALIZED (
         SELECT n, uuidv7() AS id, 'campaigns.transaction-created' AS subject, json_build_object(
                  'id', gen_random_uuid(), 'stack_id', 'points', 'block_id', 'base', 'user_id',
                  rpad('u' || n % 1000, 25, 'x'), 'value', n)::text AS payload
           FROM generate_series($1::integer, $2::integer) AS n
       ) ${rows}`,
      [from, to],
    );
    // Without this wake, the relay would look later.
    this.#nats.publish('ces.wake.campaigns');
  }

  private async until(done: (counts: Counts) => boolean, signal: AbortSignal): Promise<Counts> {
    let moved = Date.now();
    for (let seen = 0; ;) {
      signal.throwIfAborted();
      const counts = await this.#receiver.ask({ ask: 'counts' });
      if (done(counts)) return counts;
      if (counts.events !== seen) moved = Date.now();
      seen = counts.events;
      if (Date.now() - moved > 30_000) throw new Error(`nothing comes any more, after ${seen} events`);
      await sleep(50);
    }
  }

  #url(path: string): string {
    return `http://127.0.0.1:${this.receiverPort}${path}`;
  }

  private register(path: string, event: string): Promise<string> {
    return this.registerAt(this.#url(path), event);
  }

  private async registerAt(url: string, event: string): Promise<string> {
    const answer = await this.call('POST', '/api/1/terminal/webhooks', { events: [event], url });
    return (answer as { id: string }).id;
  }

  private async call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#stack.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  private cpu(): Record<string, number> {
    const { webhooks = 0, campaigns = 0, nats = 0, postgres = 0 } = this.#stack.processes;
    const pids = { webhooks, campaigns, nats, postgres, receiver: this.#receiver.pid };
    return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
  }

  private async rows(): Promise<number> {
    // Idle sessions report their work within ten seconds.
    await sleep(10_500);
    const { rows } = await this.#databases.webhooks.query<{ n: string }>(
      'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS n FROM pg_stat_user_tables',
    );
    return Number(rows[0]?.n ?? 0);
  }
}
