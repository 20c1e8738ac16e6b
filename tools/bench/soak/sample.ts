// Looks at a stack from a process of its own, because the sender of the events must not wait meanwhile.
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { descriptorsOf, familyOf, memoryOf } from '../process-usage.ts';
import { countInNats } from '../stack-costs.ts';
import { deadRows, tableSizes } from '../table-sizes.ts';
import { answerParent } from '../worker.ts';

export interface SampleQuestion {
  processes: Record<string, number>;
  /** Addresses of `/metrics`. */
  metrics: string[];
  postgres: string;
  nats: string;
}

export interface Sample {
  /** The key is the name of the course. */
  values: Record<string, number>;
  /** Counts the writes to each table since its start; the key is the name of its dead rows. */
  writes: Record<string, number>;
}

const megabyte = 1_024 ** 2;

const kindsOfDescriptor: [name: string, target: RegExp][] = [
  ['sockets', /^socket:/],
  ['WAL segments', /\/pg_wal\//],
  ['files of tables', /\/postgres\/(base|global)\//],
  ['files of streams', /\/nats\//],
];

async function sample({ processes, metrics, postgres, nats }: SampleQuestion): Promise<Sample> {
  const tables = Object.values(await tableSizes(postgres));
  const total = (key: 'heap' | 'indexes'): number => tables.reduce((sum, each) => sum + each[key], 0) / megabyte;
  const dead = Object.entries(await deadRows(postgres)).map(([table, each]) => ({
    name: `dead rows of ${table}`,
    ...each,
  }));
  return {
    values: {
      ...withSum(
        'memory',
        mapValues(processes, (pid) => memoryOf(pid).pssMb),
      ),
      'memory of postgres, buffers that all sessions share': memoryOf(processes['postgres'] ?? 0).sharedMb,
      'sessions and other processes of postgres': familyOf(processes['postgres'] ?? 0).length,
      ...descriptors(processes),
      'bytes of WAL segments': (await walBytes(postgres)) / megabyte,
      'bytes of tables': total('heap'),
      'bytes of indexes': total('indexes'),
      'bytes of streams': (await countInNats(nats)).messageBytes / megabyte,
      ...(await lags(metrics)),
      ...Object.fromEntries(dead.map((each) => [each.name, each.dead])),
    },
    writes: Object.fromEntries(dead.map((each) => [each.name, each.writes])),
  };
}

function descriptors(processes: Record<string, number>): Record<string, number> {
  const targets = mapValues(processes, descriptorsOf);
  const all = Object.values(targets).flat();
  const ofKind = kindsOfDescriptor.map(([kind, pattern]): [string, number] => [
    `descriptors, ${kind}`,
    all.filter((target) => pattern.test(target)).length,
  ]);
  return {
    ...withSum(
      'descriptors',
      mapValues(targets, (some) => some.length),
    ),
    ...Object.fromEntries(ofKind),
  };
}

/** `memory of all`, `memory of events`, … */
function withSum(kind: string, values: Record<string, number>): Record<string, number> {
  const sum = Object.values(values).reduce((a, b) => a + b, 0);
  return Object.fromEntries(Object.entries({ all: sum, ...values }).map(([of, value]) => [`${kind} of ${of}`, value]));
}

function mapValues<From, To>(values: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value)]));
}

async function walBytes(postgres: string): Promise<number> {
  return withClient(databaseUrl(postgres, 'postgres'), async (client) => {
    const { rows } = await client.query<{ bytes: string }>('SELECT sum(size) AS bytes FROM pg_ls_waldir()');
    return Number(rows[0]?.bytes);
  });
}

/** The longest lag that any service shows. */
async function lags(metrics: string[]): Promise<Record<string, number>> {
  const texts = await Promise.all(metrics.map(async (url) => (await fetch(url)).text()));
  const longest = (gauge: string): number =>
    Math.max(
      0,
      ...texts
        .flatMap((text) => [...text.matchAll(new RegExp(`^${gauge}{.*} (.+)$`, 'gm'))])
        .map(([, each]) => Number(each)),
    );
  return {
    'lag of consumers': longest('ces_consumer_lag_seconds'),
    'lag of outboxes': longest('ces_outbox_lag_seconds'),
  };
}

answerParent(sample);
