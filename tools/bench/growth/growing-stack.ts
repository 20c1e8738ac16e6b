import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { longWarmUp } from '../golden-path/golden-path.ts';
import { quantile, runGolden } from '../golden-path/golden-run.ts';
import { GoldenWorld } from '../golden-path/golden-world.ts';
import type { Calls } from '../identity/calls.ts';
import type { Requests } from '../identity/send-requests.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import { eventName, prepareIngest } from '../ingest/prepare-ingest.ts';
import { StackCosts, type CostsOfEvent } from '../stack-costs.ts';
import type { Counts, ReceiverQuestion } from '../webhooks/receive.ts';
import type { Worker } from '../worker.ts';

/** Events of the golden path in a second: half of what two cores carry without gathering. */
const goldenRate = 100;
/** After so many rounds most pages of the users are in PostgreSQL's memory, as after some hours of work. */
const warmUpRounds = 6;

export interface Workers {
  receiver: Worker<ReceiverQuestion, Counts>;
  generator: Worker<Load, Outcome>;
  sender: Worker<Requests, Calls & { count: number }>;
}

interface Run {
  workers: Workers;
  /** The length of one measurement. */
  seconds: number;
  signal: AbortSignal;
}

export const works = ['intake', 'row 7', 'judging and delivery'] as const;
export type Work = (typeof works)[number];

/** A stack whose tables grow. */
export class GrowingStack {
  /** Whether each event arrived once. */
  complete = true;
  readonly #stack: Stack;
  readonly #world: GoldenWorld;
  readonly #workers: Workers;
  readonly #seconds: number;
  readonly #signal: AbortSignal;
  #sent = 0;

  private constructor(stack: Stack, world: GoldenWorld, { workers, seconds, signal }: Run) {
    this.#stack = stack;
    this.#world = world;
    this.#workers = workers;
    this.#seconds = seconds;
    this.#signal = signal;
  }

  static async prepare(stack: Stack, run: Run): Promise<GrowingStack> {
    const { workers, signal } = run;
    const world = await GoldenWorld.prepare(stack.describe(), 0);
    const { port } = await workers.receiver.ask({ ask: 'port' });
    await world.listen(`http://127.0.0.1:${port}/points`);
    await prepareIngest(stack.describe(), { userCount: 0, postgres: stack.privateUrls.postgres }, signal);
    return new GrowingStack(stack, world, run);
  }

  async warmUp(users: string[]): Promise<void> {
    await this.#world.renewTokens();
    this.#world.use(users);
    await runGolden(this.#world, this.#workers.receiver, { ...longWarmUp, after: this.#sent }, this.#signal);
    this.#sent += longWarmUp.count;
    for (let round = 1; round <= warmUpRounds; round += 1) for (const work of works) await this.costsOf(work, users);
  }

  /** The work is of these users. */
  async costsOf(work: Work, users: string[]): Promise<CostsOfEvent> {
    this.#world.use(users);
    await this.#world.renewTokens(); // they end while tables are filled
    const costs = await StackCosts.begin(this.#stack);
    return costs.perEvent(await this.#doFor(work, users));
  }

  #doFor(work: Work, users: string[]): Promise<number> {
    switch (work) {
      case 'intake':
        return this.#sendEvents(users);
      case 'row 7':
        return this.#readUsers(users);
      case 'judging and delivery':
        return this.#reward();
    }
  }

  async #sendEvents(users: string[]): Promise<number> {
    const { statuses, refusal } = await this.#workers.generator.ask({
      ...{ port: this.#port(), token: this.#world.token, eventName, users, connections: 128, seconds: this.#seconds },
    });
    if (refusal !== undefined) throw new Error(`an event was refused: ${refusal}`);
    return statuses['202'] ?? 0;
  }

  async #readUsers(users: string[]): Promise<number> {
    const texts = Array.from({ length: 20_000 }, () => {
      const user = users[Math.floor(Math.random() * users.length)] ?? '';
      return `GET /api/1/user/details/${user} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${this.#world.token}\r\n\r\n`;
    });
    const { count } = await this.#workers.sender.ask({
      port: this.#port(),
      connections: 64,
      texts,
      seconds: this.#seconds,
    });
    return count;
  }

  async #reward(): Promise<number> {
    const count = goldenRate * this.#seconds;
    const load = { rate: goldenRate, count, after: this.#sent };
    const times = await runGolden(this.#world, this.#workers.receiver, load, this.#signal);
    this.#sent += count;
    this.complete &&= times.complete;
    console.error(`golden path: p50 ${quantile(times.arrived, 0.5).toFixed(0)} ms`);
    return count;
  }

  #port(): number {
    return Number(new URL(this.#stack.describe().base_url).port);
  }
}
