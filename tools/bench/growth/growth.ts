// The costs of work among few users with an empty log, and among many with a long one. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { longWarmUp } from '../golden-path/golden-path.ts';
import { quantile, runGolden } from '../golden-path/golden-run.ts';
import { GoldenWorld } from '../golden-path/golden-world.ts';
import type { Calls } from '../identity/calls.ts';
import type { Requests } from '../identity/send-requests.ts';
import { fillUsers } from '../ingest/fill-users.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import { eventName, prepareIngest } from '../ingest/prepare-ingest.ts';
import { withPrivateStack } from '../private-stack.ts';
import { machine, table } from '../report-parts.ts';
import { StackCosts, type CostsOfEvent } from '../stack-costs.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import { startWorker, type Worker } from '../worker.ts';
import { fillLog } from './fill-log.ts';

const few = 10_000;
const rounds = 3;
/** Events of the golden path in a second: half of what two cores carry without gathering. */
const goldenRate = 100;

interface Workers {
  receiver: Worker<ReceiverQuestion, Counts>;
  generator: Worker<Load, Outcome>;
  sender: Worker<Requests, Calls & { count: number }>;
}

interface Parts extends Workers {
  stack: Stack;
  world: GoldenWorld;
  seconds: number;
  signal: AbortSignal;
}

type Costs = Record<'intake' | 'row 7' | 'judging and delivery', CostsOfEvent>;

/** Returns whether each event arrived once. Medians of rounds. */
export async function growth(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '10000000' },
      events: { type: 'string', default: '20000000' },
      seconds: { type: 'string', default: '6' },
    },
  });
  const [users, events, seconds] = [Number(values.users), Number(values.events), Number(values.seconds)];
  return withPrivateStack({}, signal, async (stack) => {
    const workers: Workers = {
      receiver: startWorker(new URL('../webhooks/receive.ts', import.meta.url), signal),
      generator: startWorker(new URL('../ingest/generate-load.ts', import.meta.url), signal),
      sender: startWorker(new URL('../identity/send-requests.ts', import.meta.url), signal),
    };
    try {
      const world = await GoldenWorld.prepare(stack.describe(), 0);
      const { port } = await workers.receiver.ask({ ask: 'port' });
      await world.listen(`http://127.0.0.1:${port}/points`);
      const postgres = stack.privateUrls.postgres;
      await prepareIngest(stack.describe(), { userCount: 0, postgres }, signal);
      const bench = new GrowthBench({ ...workers, stack, world, seconds, signal });
      const before = await bench.measure(await fillUsers(postgres, few, signal));
      const known = await fillUsers(postgres, users, signal, few);
      await fillLog(postgres, { events, users }, signal);
      const after = await bench.measure(known);
      report({ users, events, before, after }, note);
      return bench.complete;
    } finally {
      await Promise.all([workers.receiver.stop(), workers.generator.stop(), workers.sender.stop()]);
    }
  });
}

class GrowthBench {
  complete = true;
  readonly #parts: Parts;
  #sent = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async measure(users: string[]): Promise<Costs[]> {
    const { world, receiver, signal } = this.#parts;
    world.use(users);
    await world.renewTokens();
    await runGolden(world, receiver, { ...longWarmUp, after: this.#sent }, signal);
    this.#sent += longWarmUp.count;
    await this.#round(users);
    const costs: Costs[] = [];
    for (let round = 1; round <= rounds; round += 1) costs.push(await this.#round(users));
    return costs;
  }

  async #round(users: string[]): Promise<Costs> {
    const costs = {
      intake: await this.#intake(users),
      'row 7': await this.#reads(users),
      'judging and delivery': await this.#golden(),
    };
    for (const [work, { summary }] of Object.entries(costs)) console.error(`${work}: ${summary}`);
    return costs;
  }

  async #intake(users: string[]): Promise<CostsOfEvent> {
    const { stack, world, generator, seconds } = this.#parts;
    const load = { port: portOf(stack), token: world.token, eventName, users, connections: 128, seconds };
    const costs = await StackCosts.begin(stack);
    const { statuses, refusal } = await generator.ask(load);
    if (refusal !== undefined) throw new Error(`an event was refused: ${refusal}`);
    return costs.perEvent(statuses['202'] ?? 0);
  }

  async #reads(users: string[]): Promise<CostsOfEvent> {
    const { stack, world, sender, seconds } = this.#parts;
    const texts = Array.from({ length: 20_000 }, () => {
      const user = users[Math.floor(Math.random() * users.length)] ?? '';
      return `GET /api/1/user/details/${user} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${world.token}\r\n\r\n`;
    });
    const costs = await StackCosts.begin(stack);
    const { count } = await sender.ask({ port: portOf(stack), connections: 64, texts, seconds });
    return costs.perEvent(count);
  }

  async #golden(): Promise<CostsOfEvent> {
    const { stack, world, receiver, seconds, signal } = this.#parts;
    const count = goldenRate * seconds;
    const costs = await StackCosts.begin(stack);
    const times = await runGolden(world, receiver, { rate: goldenRate, count, after: this.#sent }, signal);
    this.#sent += count;
    this.complete &&= times.complete;
    console.error(`golden path: p50 ${quantile(times.arrived, 0.5).toFixed(0)} ms`);
    return costs.perEvent(count);
  }
}

interface Grown {
  users: number;
  events: number;
  before: Costs[];
  after: Costs[];
}

function report({ users, events, before, after }: Grown, note: Note): void {
  const works = Object.keys(before[0] ?? {}) as (keyof Costs)[];
  const large = `${users.toLocaleString('en')} users and ${events.toLocaleString('en')} logged events`;
  const rows = works.map((work) => {
    const [small, grown] = [before, after].map((rounds) => middle(rounds.map((costs) => costs[work])));
    const ratio = (grown?.cpuMs ?? NaN) / (small?.cpuMs ?? NaN);
    const costs = `among few ${small?.summary}; among many ${grown?.summary}`;
    note({ work: `${work} among ${large}, CPU by that among 10,000 users`, value: ratio, unit: 'times', costs });
    return [work, `${small?.cpuMs.toFixed(3)} ms`, `${grown?.cpuMs.toFixed(3)} ms`, ratio.toFixed(2)];
  });
  console.log(`\n${machine()}, among 10,000 users and among ${large}\n`);
  console.log(table([['CPU of one', 'few', 'many', 'ratio'], ...rows]).join('\n'));
}

/** The round with the median of CPU, the upper one of an even number. */
function middle(rounds: CostsOfEvent[]): CostsOfEvent | undefined {
  return rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(rounds.length / 2)];
}

function portOf(stack: Stack): number {
  return Number(new URL(stack.describe().base_url).port);
}
