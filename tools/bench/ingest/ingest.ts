// Row 2 under load, beside a ceiling on the same machine in the same minutes. See docs/bench.md.
import type { Client } from 'pg';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { describeProfile } from '../describe-profile.ts';
import { startReplicas, type Replicas } from '../replicas.ts';
import { growth, tableSizes } from '../table-sizes.ts';
import { startWorker, type Worker } from '../worker.ts';
import { createCeilingDatabase, databaseUrl, withClient } from './ceiling-database.ts';
import type { Load, Outcome } from './load.ts';
import { Bench, type Side } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { eventName, prepareIngest, type IngestSetup } from './prepare-ingest.ts';
import { awaitRelay, countRecords, waitingInLog, waitingInOutbox } from './records.ts';
import { noteFigures, printReport, type Report } from './report.ts';
import { runRounds } from './run-rounds.ts';
import type { CeilingSettings } from './ceiling/serve-ceiling.ts';
import { describeShare, withShare } from './share-of-machine.ts';

const tell = (line: string): void => {
  console.error(line);
};

/** Returns whether each 202 has one row, and each row one 202. */
export async function ingest(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const { profile, json } = options;
  const settings = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  let processes: Record<string, number> = {};
  const report = await withShare(options, () =>
    withPrivateStack(settings, signal, (stack) => {
      processes = stack.describe().processes;
      return measureStack(stack, options, signal);
    }),
  );
  printReport(report, json);
  noteFigures(report, describeShare(options), note);
  if (profile !== undefined) {
    for (const name of ['gateway', 'events']) {
      tell(describeProfile({ dir: profile, name, pid: processes[name] ?? 0, since: report.begun }));
    }
  }
  return report.agrees;
}

async function measureStack(stack: Stack, options: Options, signal: AbortSignal): Promise<Report> {
  const server = stack.privateUrls.postgres;
  tell(`the stack runs; creating ${options.users} users`);
  const prepared = await prepareIngest(stack.describe(), { userCount: options.users, postgres: server }, signal);
  await withClient(databaseUrl(server, 'identity'), (client) => awaitRelay(client, waitingInOutbox, signal));
  const replicas = await startReplicas(stack, options.replicas, signal);
  const ceilingUrl = await createCeilingDatabase(server);
  const generator = startWorker<Load, Outcome>(new URL('./generate-load.ts', import.meta.url), signal);
  const ceiling = startWorker<CeilingSettings, number>(new URL('./ceiling/serve-ceiling.ts', import.meta.url), signal);
  try {
    const ceilingPort = await ceiling.ask({
      ...prepared,
      database: ceilingUrl,
      jwksUrl: `${stack.describe().base_url}/.well-known/jwks.json`,
    });
    return await withClient(databaseUrl(server, 'events'), (product) =>
      withClient(ceilingUrl, async (bare) => {
        const begun = process.hrtime.bigint();
        const before = await tableSizes(server);
        const bench = new Bench(generator);
        const sides = {
          ceiling: ceilingSide(prepared, ceilingPort, stack, ceiling),
          product: productSide(prepared, { stack, replicas }, product, signal),
        };
        const figures = await runRounds(bench, sides, options, tell);
        const records = { ceiling: await countRecords(bare), product: await countRecords(product) };
        const { accepted, uncertain } = bench;
        const agrees = (['ceiling', 'product'] as const).every((name) => {
          const { events, distinct, keys } = records[name];
          const between = events >= accepted[name] && events <= accepted[name] + uncertain[name];
          return between && distinct === events && keys === events;
        });
        const grown = growth(before, await tableSizes(server), accepted.product);
        return { begun, figures, records, accepted, uncertain, agrees, grown };
      }),
    );
  } finally {
    await Promise.all([generator.stop(), ceiling.stop(), replicas.stop()]);
  }
}

function ceilingSide(
  { token, users }: IngestSetup,
  port: number,
  stack: Stack,
  { pid }: Worker<CeilingSettings, number>,
): Side {
  const { postgres = 0 } = stack.describe().processes;
  return {
    name: 'ceiling',
    load: { port, token, users, eventName },
    processes: { server: pid, postgres },
    awaitDeferred: () => Promise.resolve({ unpublished: 0, seconds: 0 }),
  };
}

function productSide(
  { token, users }: IngestSetup,
  { stack, replicas }: { stack: Stack; replicas: Replicas },
  client: Client,
  signal: AbortSignal,
): Side {
  const { base_url, processes } = stack.describe();
  return {
    name: 'product',
    load: { port: Number(new URL(base_url).port), otherPorts: replicas.ports, token, users, eventName },
    processes: { ...processes, ...replicas.processes },
    awaitDeferred: () => awaitRelay(client, waitingInLog, signal),
  };
}
