// The costs of work on a stack, in figures that hardly depend on the speed of the machine.
import { jetstreamManager } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectNats } from '../connect-nats.ts';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import { databaseUrl, withClient } from './ingest/ceiling-database.ts';
import { readUse, useBetween, type Reading } from './process-usage.ts';
import { table } from './report-parts.ts';
import { growth, growthHeads, tableSizes, type TableSizes } from './table-sizes.ts';

interface Stored {
  commits: number;
  rows: number;
  walBytes: number;
  messages: number;
  messageBytes: number;
  tables: TableSizes;
}

export interface CostsOfEvent {
  lines: string[];
  summary: string;
  cpuMs: number;
  switches: number;
  /** CPU-ms of the dearest processes. */
  byProcess: string;
}

export class StackCosts {
  readonly #stack: Stack;
  readonly #before: Stored;
  readonly #read: Reading;

  private constructor(stack: Stack, before: Stored, read: Reading) {
    this.#stack = stack;
    this.#before = before;
    this.#read = read;
  }

  static async begin(stack: Stack): Promise<StackCosts> {
    const stored = await countStored(stack);
    // Last, and first at the end: what the bench itself asks is not part of the work.
    return new StackCosts(stack, stored, readUse(stack.describe().processes));
  }

  async perEvent(events: number): Promise<CostsOfEvent> {
    const used = useBetween(this.#read, readUse(this.#stack.describe().processes));
    const [before, after] = [this.#before, await countStored(this.#stack)];
    const sorted = [...used]
      .map(([name, use]) => ({ name, cpu: use.cpuSeconds / events, switches: use.switches / events }))
      .sort((one, other) => other.cpu - one.cpu);
    const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
    const each = (key: 'commits' | 'rows' | 'walBytes' | 'messages' | 'messageBytes'): string =>
      ((after[key] - before[key]) / events).toFixed(key.endsWith('Bytes') ? 0 : 2);
    const cpuMs = 1_000 * sum(sorted.map(({ cpu }) => cpu));
    const allSwitches = sum(sorted.map(({ switches }) => switches));
    const written =
      `${each('commits')} transactions and ${each('rows')} rows written (${each('walBytes')} bytes of WAL), ` +
      `${each('messages')} messages of JetStream (${each('messageBytes')} bytes)`;
    const digits = cpuMs < 1 ? 3 : 2;
    const byProcess = sorted
      .slice(0, 6)
      .map(({ name, cpu }) => `${name} ${(1_000 * cpu).toFixed(digits)}`)
      .join(', ');
    const summary = `for each one CPU-ms ${cpuMs.toFixed(digits)} (${byProcess}), ${allSwitches.toFixed(1)} context switches, ${written}`;
    const lines = [
      ...table([
        ['for each event', 'CPU-ms', 'context switches'],
        ['all', cpuMs.toFixed(2), allSwitches.toFixed(1)],
        ...sorted.map(({ name, cpu, switches }) => [name, (1_000 * cpu).toFixed(2), switches.toFixed(1)]),
      ]),
      '',
      written,
      '',
      ...table([growthHeads, ...growth(before.tables, after.tables, events)]),
    ];
    return { lines, summary, cpuMs, switches: allSwitches, byProcess };
  }
}

async function countStored(stack: Stack): Promise<Stored> {
  // PostgreSQL's sessions report their work a second late.
  await sleep(1_500);
  const tables = await tableSizes(stack.privateUrls.postgres);
  return { tables, ...(await countInPostgres(stack)), ...(await countInNats(stack.privateUrls.nats)) };
}

async function countInPostgres(stack: Stack): Promise<Pick<Stored, 'commits' | 'rows' | 'walBytes'>> {
  return withClient(databaseUrl(stack.privateUrls.postgres, 'postgres'), async (client) => {
    const { rows } = await client.query<Record<'commits' | 'rows' | 'wal', string>>(
      `SELECT sum(xact_commit) AS commits, sum(tup_inserted + tup_updated + tup_deleted) AS rows,
              pg_current_wal_lsn() - '0/0' AS wal FROM pg_stat_database`,
    );
    return { commits: Number(rows[0]?.commits), rows: Number(rows[0]?.rows), walBytes: Number(rows[0]?.wal) };
  });
}

export async function countInNats(url: string): Promise<Pick<Stored, 'messages' | 'messageBytes'>> {
  const connection = await connectNats(url);
  try {
    const manager = await jetstreamManager(connection);
    let [messages, messageBytes] = [0, 0];
    for await (const { state } of manager.streams.list()) {
      messages += state.last_seq;
      messageBytes += state.bytes;
    }
    return { messages, messageBytes };
  } finally {
    await connection.close();
  }
}
