import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from 'nats';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { eachId } from '../../../libs/messaging/src/facts/publish/several-facts.ts';
import { connectNats } from '../../connect-nats.ts';
import { importBuilt } from '../built.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { cpuSeconds } from '../process-usage.ts';
import { noOpService } from './no-op-service.ts';

type Campaigns = typeof import('../../../apps/campaigns/src/campaigns.module.js');
type Start = typeof import('../../../libs/service/src/start.js');
type Database = typeof import('../../../libs/service/src/database/database.js');
type Config = typeof import('../../../libs/service/src/config/config.js');
type Ids = typeof import('../../../libs/messaging/src/storage/ids.js');
type Partition = typeof import('../../../libs/messaging/src/facts/partition.js');

type Who = 'campaigns' | 'no-op';

export interface Figures {
  perSecond: number;
  rowsPerEvent: number;
  /** Counts the service and PostgreSQL, until all facts are published. */
  cpuMsPerEvent: number;
  granted: number;
}

const databases: Record<Who, string> = { campaigns: 'bench_judging', 'no-op': 'bench_noop' };
const eventName = 'bench-event';
const users = Array.from({ length: 5_000 }, () => randomUUID().replaceAll('-', '').slice(0, 25));

/**
 * The built service on its own databases. The facts are in the stream before it starts, so the bench measures how fast
 * it handles them.
 */
export class JudgingBench {
  private readonly server: string;
  private readonly natsUrl: string;
  private readonly namespace: string;
  private readonly nats: NatsConnection;
  private readonly clients: Record<Who, Client>;
  private readonly newId: Ids['newId'];
  private readonly partitionOf: Partition['partitionOf'];
  /** The last event of each partition. When these are handled, all events are. */
  private lastIds: string[] = [];

  private constructor(
    [server, natsUrl, namespace]: [string, string, string],
    nats: NatsConnection,
    clients: Record<Who, Client>,
    { newId, partitionOf }: Pick<Ids, 'newId'> & Pick<Partition, 'partitionOf'>,
  ) {
    this.server = server;
    this.natsUrl = natsUrl;
    this.namespace = namespace;
    this.nats = nats;
    this.clients = clients;
    this.newId = newId;
    this.partitionOf = partitionOf;
  }

  static async open(server: string, natsUrl: string, namespace: string): Promise<JudgingBench> {
    const { migrate } = await importBuilt<Database>('libs/service/src/database/database.js');
    const { campaigns } = await importBuilt<Campaigns>('apps/campaigns/src/campaigns.module.js');
    for (const [who, name] of Object.entries(databases)) {
      await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
      const schema = who === 'campaigns' ? campaigns.schema : { entities: [], migrations: [] };
      await migrate(databaseUrl(server, name), schema);
    }
    const { newId } = await importBuilt<Ids>('libs/messaging/src/storage/ids.js');
    const { partitionOf } = await importBuilt<Partition>('libs/messaging/src/facts/partition.js');
    const nats = await connectNats(natsUrl);
    const clients = { campaigns: clientOf(server, 'campaigns'), 'no-op': clientOf(server, 'no-op') };
    for (const client of Object.values(clients)) await client.connect();
    return new JudgingBench([server, natsUrl, namespace], nats, clients, { newId, partitionOf });
  }

  async close(): Promise<void> {
    for (const client of Object.values(this.clients)) await client.end();
    await this.nats.close();
  }

  async warmUp(postgres: number): Promise<void> {
    await this.prepare(0, 1);
    for (const who of ['no-op', 'campaigns'] as const) await this.drain(1_000, who, postgres);
  }

  /** Writes the campaigns into the tables, because only judging is measured. Each event grants a point. */
  async prepare(apart: number, together: number): Promise<void> {
    const client = this.clients.campaigns;
    const block = randomUUID();
    const stack = randomUUID();
    await client.query('UPDATE campaign_run SET until_at = from_at');
    await client.query(`INSERT INTO stack VALUES ($1, 'Bench', now())`, [stack]);
    await client.query(`INSERT INTO stack_block VALUES ($1, $2, 0, 'default')`, [block, stack]);
    for (let n = 0; n < apart + together; n += 1) {
      const id = this.newId();
      const document = {
        name: `Bench ${n}`,
        trigger: { event_name: n < together ? eventName : `other-${n}` },
        condition: 'event.amount >= 1000 && event.shop == "Berlin"',
        effects: [{ type: 'transaction', stack_id: stack, block_id: block, value: 'event.amount / 100' }],
      };
      const schema = { type: 'object', properties: { amount: { type: 'integer' }, shop: { type: 'string' } } };
      await client.query(`INSERT INTO campaign VALUES ($1, $2, 'running', 1, now(), now())`, [id, document.name]);
      await client.query('INSERT INTO campaign_version VALUES ($1, 1, $2, 1, $3, now())', [id, document, schema]);
      await client.query(`INSERT INTO campaign_run VALUES ($1, 1, now() - interval '1 hour', NULL)`, [id]);
    }
    await client.query('UPDATE campaign_epoch SET epoch = epoch + 1');
  }

  /** `postgres` is the process whose CPU counts beside that of this process, which is the service here. */
  async drain(events: number, who: Who, postgres: number): Promise<Figures> {
    await this.fill(events);
    const before = { ...(await this.count(who)), written: await this.written(who) };
    const begun = new Date();
    const [service, database] = [process.cpuUsage(), cpuSeconds(postgres)];
    const app = await this.start(who);
    while (!(await this.allHandled(who))) await sleep(5);
    const seconds = (Date.now() - (await this.firstTaken(who, begun))) / 1_000;
    while (await this.publishes(who)) await sleep(20);
    const { user, system } = process.cpuUsage(service);
    const cpuMs = (user + system) / 1_000 + (cpuSeconds(postgres) - database) * 1_000;
    const { granted } = await this.count(who);
    await app.close();
    const written = (await this.written(who)) - before.written;
    return {
      perSecond: events / seconds,
      rowsPerEvent: written / events,
      cpuMsPerEvent: cpuMs / events,
      granted: granted - before.granted,
    };
  }

  /** A look that reads 16 rows: to count all rows again and again would cost more than the judging. */
  private async allHandled(who: Who): Promise<boolean> {
    const { rows } = await this.clients[who].query('SELECT FROM inbox WHERE message_id = ANY ($1::uuid[])', [
      this.lastIds,
    ]);
    return rows.length === this.lastIds.length;
  }

  private async publishes(who: Who): Promise<boolean> {
    const { rows } = await this.clients[who].query('SELECT FROM outbox WHERE published_at IS NULL LIMIT 1');
    return rows.length > 0;
  }

  envOf(who: Who): Record<string, string> {
    return {
      DATABASE_URL: databaseUrl(this.server, databases[who]),
      NATS_URL: this.natsUrl,
      NATS_NAMESPACE: this.namespace,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
    };
  }

  /** The time begins with the first fact, because connecting and attaching are not measured. */
  private async firstTaken(who: Who, since: Date): Promise<number> {
    const { rows } = await this.clients[who].query<{ first: Date }>(
      'SELECT min(handled_at) AS first FROM inbox WHERE handled_at > $1',
      [since],
    );
    return rows[0]?.first.getTime() ?? Number.NaN;
  }

  /** Inserted and updated rows of all tables, with the relay's marks in the outbox. */
  private async written(who: Who): Promise<number> {
    await sleep(300); // ended sessions report what they did
    const { rows } = await this.clients[who].query<{ rows: string }>(
      'SELECT sum(n_tup_ins + n_tup_upd) AS rows FROM pg_stat_user_tables',
    );
    return Number(rows[0]?.rows ?? 0);
  }

  /** Makes a new stream each time, so that both consumers begin with its first message. */
  async fill(events: number): Promise<void> {
    const manager = await jetstreamManager(this.nats);
    const stream = `${this.namespace}-event-log`;
    await manager.streams.delete(stream).catch(() => false);
    const subjects = [`${this.namespace}.fact.event-log.>`];
    await manager.streams.add({ name: stream, subjects, max_age: 24 * 3_600_000_000_000 });
    const js = jetstream(this.nats);
    const facts = Array.from({ length: events }, (_, n) => this.fact(users[n % users.length] ?? ''));
    const partitions = Map.groupBy(facts, ({ partition }) => partition);
    this.lastIds = [...partitions.values()].flatMap((some) => some.at(-1)?.id ?? []);
    for (const [partition, some] of partitions) {
      for (let from = 0; from < some.length; from += 100) {
        const body = some.slice(from, from + 100).map(({ id, payload }) => ({ id, payload }));
        await js.publish(`${this.namespace}.fact.event-log.accepted.${partition}`, JSON.stringify(body));
      }
    }
  }

  private fact(user_id: string): { id: string; payload: string; partition: number } {
    const id = this.newId();
    const data = JSON.stringify({ amount: 2_500, shop: 'Berlin', items: [{ sku: 'coffee', count: 2 }] });
    const moment = new Date().toISOString();
    const payload = { id, client_id: 'cl', user_id, event_name: eventName, version: 1, received_at: moment, data };
    return { id, payload: JSON.stringify({ ...payload, time: null }), partition: this.partitionOf(user_id, 16) };
  }

  private async start(who: Who): Promise<NestFastifyApplication> {
    const { createService } = await importBuilt<Start>('libs/service/src/start.js');
    const { readConfig } = await importBuilt<Config>('libs/service/src/config/config.js');
    const { campaigns } = await importBuilt<Campaigns>('apps/campaigns/src/campaigns.module.js');
    const env = this.envOf(who);
    const app =
      who === 'campaigns'
        ? await createService(campaigns, readConfig(campaigns.config, env))
        : await noOpService(createService, env);
    await app.init();
    return app;
  }

  async count(who: Who): Promise<{ inbox: number; granted: number }> {
    const grants = who === 'campaigns' ? '(SELECT count(*)::int FROM campaign_grant)' : '0';
    const { rows } = await this.clients[who].query<{ inbox: number; granted: number }>(
      `SELECT (SELECT count(*)::int FROM inbox) AS inbox, ${grants} AS granted`,
    );
    return rows[0] ?? { inbox: 0, granted: 0 };
  }

  async effects(): Promise<{ grants: number; entries: number; events: number; points: number; facts: number }> {
    const { rows } = await this.clients.campaigns.query<{
      grants: number;
      entries: number;
      events: number;
      points: number;
      facts: number;
    }>(
      `SELECT (SELECT count(*)::int FROM campaign_grant) AS grants, (SELECT count(*)::int FROM ledger) AS entries,
              (SELECT count(DISTINCT event_id)::int FROM ledger) AS events,
              (SELECT sum(value)::int FROM balance) AS points, (SELECT count(*)::int FROM outbox ${eachId}) AS facts`,
    );
    const [row] = rows;
    if (!row) throw new Error('nothing was counted');
    return row;
  }
}

function clientOf(server: string, who: Who): Client {
  return new Client({ connectionString: databaseUrl(server, databases[who]) });
}
