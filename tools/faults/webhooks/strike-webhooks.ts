// Deliveries under faults: thousands of events for three webhooks, while whatever carries them is killed at random moments.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { killNatsWithData, killPostgres } from '../kill-parts.ts';
import type { Report } from '../report-checks.ts';
import type { World } from '../start-world.ts';
import { Deliveries } from './record-deliveries.ts';

const paths = ['/a', '/b', '/c'];
const patienceMs = 90_000;
/** Ids of this moment, as inboxes expect them: the oldest are forgotten by their age. */
const idPrefix = newPrefix(Date.now());

const strikes: readonly [name: string, strike: (world: World) => Promise<void>][] = [
  ['webhooks', (world) => world.part('webhooks').kill()],
  ['nats', (world) => world.part('nats').kill()],
  ['nats, its data removed', killNatsWithData],
  ['postgres', killPostgres],
];

export async function strikeWebhooks(
  world: World,
  report: Report,
  random: () => number,
  brief: boolean,
): Promise<void> {
  const plan = brief ? { events: 3_000, strikes: 4, gapMs: 2_500 } : { events: 20_000, strikes: 20, gapMs: 6_000 };
  const deliveries = new Deliveries();
  const url = await deliveries.listen();
  const api = await Api.open(world);
  for (const path of paths) await api.register(`${url}${path}`);
  const durationMs = plan.strikes * plan.gapMs;
  const telling = tellEvents(world, plan.events, durationMs);
  for (let i = 0; i < plan.strikes; i += 1) {
    await sleep(plan.gapMs * (0.5 + random()));
    const [name, strike] = strikes[i < strikes.length ? i : Math.floor(random() * strikes.length)] ?? [];
    if (!name || !strike) continue;
    const before = paths.map((path) => deliveries.count(path)).join(' ');
    await strike(world);
    console.log(`     killed ${name}; delivered so far: ${before}`);
  }
  await telling;
  await untilAll(deliveries, plan.events);
  deliveries.close();
  judge(deliveries, plan.events, report);
}

function judge(deliveries: Deliveries, events: number, report: Report): void {
  for (const path of paths) {
    const count = deliveries.count(path);
    report.check(`${path}: every event was delivered`, count === events, `${count} of ${events}`);
    const disorder = deliveries.disorder(path);
    report.check(`${path}: they came in their order`, disorder === undefined, disorder ?? '');
  }
  const { again, altered } = deliveries.repeated();
  console.log(`     ${deliveries.posts} requests; ${again} of ${events * paths.length} events came more than once`);
  report.check('what came again had the same batch id and the same bytes', altered === 0, `${altered} had not`);
}

async function untilAll(deliveries: Deliveries, events: number): Promise<void> {
  let [seen, moved] = [0, Date.now()];
  for (;;) {
    const now = paths.reduce((sum, path) => sum + deliveries.count(path), 0);
    if (now >= events * paths.length || Date.now() - moved > patienceMs) return sleep(1_000);
    if (now !== seen) moved = Date.now();
    seen = now;
    await sleep(200);
  }
}

/** Into the outbox of campaigns, some at a time; what is not known to be committed is written again, under its id. */
async function tellEvents(world: World, events: number, durationMs: number): Promise<void> {
  const steps = Math.ceil(durationMs / 250);
  const size = Math.ceil(events / steps);
  for (let from = 1; from <= events; from += size) {
    await insist(() => insertEvents(world, from, Math.min(events, from + size - 1)));
    await sleep(250);
  }
}

async function insertEvents(world: World, from: number, to: number): Promise<void> {
  const client = new Client({ connectionString: world.database('campaigns'), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `INSERT INTO outbox (message_id, subject, payload)
       SELECT ($3 || lpad(to_hex(n), 12, '0'))::uuid, 'campaigns.transaction-created',
              json_build_object('id', n::text, 'stack_id', 's', 'block_id', 'b', 'user_id', 'u', 'value', n)::text
         FROM generate_series($1::integer, $2::integer) AS n
        WHERE NOT EXISTS (SELECT FROM outbox WHERE message_id = ($3 || lpad(to_hex(n), 12, '0'))::uuid) ORDER BY n`,
      [from, to, idPrefix],
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(200);
    }
  }
}

class Api {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async open(world: World): Promise<Api> {
    const { base_url, client } = world.stack.describe();
    const answer = await fetch(`${base_url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`no token: HTTP ${answer.status}`);
    return new Api(base_url, access_token);
  }

  async register(url: string): Promise<void> {
    const answer = await fetch(`${this.#base}/api/1/terminal/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: ['transaction-created'], url }),
    });
    if (answer.status !== 201) throw new Error(`not registered: ${answer.status} ${await answer.text()}`);
  }
}

function newPrefix(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-`;
}
