// Row 21 under load at two sizes, beside a bare NATS round trip with one query by an index. See docs/bench.md.
import type { Client } from 'pg';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { describeProfile } from '../describe-profile.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { startWorker } from '../worker.ts';
import type { Baseline } from './answer-over-nats.ts';
import type { Outcome } from './closed-loop.ts';
import { blocksRead, fillCards, userOf } from './fill-cards.ts';
import { getRequest, learnAnswers, type Read } from './learn-answers.ts';
import { readOptions, type Options } from './options.ts';
import type { HttpLoad } from './read-over-http.ts';
import type { NatsLoad } from './read-over-nats.ts';
import { printReport, type SizeFigures } from './report.ts';
import { signTokens } from './sign-tokens.ts';
import { withCpu } from './with-cpu.ts';

const subject = 'bench.cards';
const usersAsked = 2_000;
/** One query by an index, which is less than the service asks. */
const statement = `SELECT c.id, c.identifier, c.state, c.expiration, c.tier_id, c.created_at, c.updated_at, h.featured
                     FROM card_holder h JOIN card c ON c.id = h.card_id WHERE h.user_id = $1`;

/** Returns whether every answer held exactly the one card of its user. */
export async function cards(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const { profile, json } = options;
  const settings = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  let since = 0n;
  let processes: Record<string, number> = {};
  const sizes = await withPrivateStack(settings, signal, (stack) => {
    since = process.hrtime.bigint();
    processes = stack.describe().processes;
    return measureSizes(stack, options, signal);
  });
  const right = printReport(sizes, json, note);
  if (profile !== undefined)
    for (const name of ['gateway', 'cards'])
      console.error(describeProfile({ dir: profile, name, pid: processes[name] ?? 0, since }));
  return right;
}

async function measureSizes(stack: Stack, options: Options, signal: AbortSignal): Promise<SizeFigures[]> {
  return withClient(databaseUrl(stack.privateUrls.postgres, 'cards'), async (client) => {
    const figures: SizeFigures[] = [];
    let filled = 0;
    for (const size of options.sizes) {
      const begun = performance.now();
      await fillCards(client, filled, size, signal);
      console.error(`${size} cards after ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      filled = size;
      figures.push(await measureSize(stack, client, size, options, signal));
    }
    return figures;
  });
}

async function measureSize(
  stack: Stack,
  client: Client,
  size: number,
  { seconds, rounds, connections }: Options,
  signal: AbortSignal,
): Promise<SizeFigures> {
  const users = Array.from({ length: usersAsked }, () => userOf(1 + Math.floor(Math.random() * size)));
  const { nats, postgres } = stack.privateUrls;
  const answering = startWorker<Baseline, string>(new URL('./answer-over-nats.ts', import.meta.url), signal);
  const overNats = startWorker<NatsLoad, Outcome>(new URL('./read-over-nats.ts', import.meta.url), signal);
  const overHttp = startWorker<HttpLoad, Outcome>(new URL('./read-over-http.ts', import.meta.url), signal);
  try {
    const statements = [{ text: statement }];
    await answering.ask({ nats, subject, database: databaseUrl(postgres, 'cards'), pool: 10, statements });
    const questions = users.map((user) => ({ text: JSON.stringify([[user]]), rows: 1 }));
    const port = Number(new URL(stack.describe().base_url).port);
    const { gateway = 0, cards: service = 0, nats: broker = 0, postgres: database = 0 } = stack.describe().processes;
    // Only the baseline counts the CPU of its client, which does the work of the gateway.
    const baseline = (time: number) =>
      withCpu({ client: overNats.pid, server: answering.pid, broker, database }, () =>
        overNats.ask({ nats, subject, questions, connections, seconds: time }),
      );
    const product = (time: number, width = connections) =>
      withCpu({ gateway, service, broker, database }, () => overHttp.ask({ port, connections: width, seconds: time }));
    const reads = await readOnce(port, await signTokens(stack, users));
    await overHttp.ask({ port, reads, connections, seconds: Math.max(2, seconds) });
    await baseline(1);
    const figures: SizeFigures = { size, baseline: [], product: [], alone: [], blocks: 0 };
    for (let round = 0; round < rounds; round += 1) {
      figures.baseline.push(await baseline(seconds));
      figures.product.push(await product(seconds));
      figures.alone.push(await product(Math.min(2, seconds), 1));
    }
    return { ...figures, blocks: await blocksRead(client, users[0] ?? '') };
  } finally {
    await Promise.all([answering.stop(), overNats.stop(), overHttp.stop()]);
  }
}

/** Each user has one card. */
async function readOnce(port: number, tokens: string[]): Promise<Read[]> {
  const requests = tokens.map((token) => getRequest(port, '/api/2/card/user', token));
  const reads = await learnAnswers(port, requests);
  const wrong = reads.find(({ answer }) => answer.split('"identifier_actual"').length !== 2);
  if (wrong) throw new Error(`not one card: ${wrong.answer.slice(0, 300)}`);
  return reads;
}
