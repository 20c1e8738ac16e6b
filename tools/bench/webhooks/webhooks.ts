// Deliveries under load, beside a bare loop of undici on the same machine in the same minutes. See docs/bench.md.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { connectNats } from '../../connect-nats.ts';
import { startWorker } from '../worker.ts';
import type { BareLoad, BareOutcome } from './bare-loop.ts';
import { Product, type Delivered } from './product.ts';
import type { Counts, ReceiverQuestion } from './receive.ts';

interface Pair {
  bare: BareOutcome;
  product: Delivered;
}

interface Report {
  pairs: Pair[];
  /** One webhook with 16 lanes, whose receiver answers after 50 ms. */
  laned: Delivered;
  endToEnd: number[];
  /** 100 webhooks at 10 events/s, five of them bad in a way of their own. */
  neighbours: Neighbours;
  /** Eight webhooks at 60 events/s, and beside them one that hangs and one that fails. */
  few: Neighbours;
  idle: { webhooks: number; postgres: number };
  /** One webhook among 10,000 of other events, and the same before. */
  among: { many: Delivered; few: Delivered };
}

interface Neighbours {
  /** Delays at the good webhooks over all rounds: `control` without bad receivers, `troubled` beside them. */
  control: number[];
  troubled: number[];
  /** The p99 of `troubled` by that of `control`. */
  ratio: number;
  memoryMb: number;
  rounds: number;
}

/** Rounds before the measurement: a service that has run for hours has compiled its code. */
const warmUps = 4;

/** The largest factor by which bad receivers may delay the others. */
const tolerated = 1.5;

const options = {
  events: { type: 'string', default: '30000' },
  json: { type: 'boolean', default: false },
  /** One round beside bad receivers instead of five and nine, and its ratio does not count. */
  short: { type: 'boolean', default: false },
} as const;

interface Extent {
  events: number;
  /** The loads take turns, because other load on the machine comes and goes. */
  roundsOfMany: number;
  roundsOfFew: number;
}

/** Returns whether all events came once and in order, and soon enough beside bad receivers. */
export async function webhooks(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const events = Number(values.events);
  const extent = values.short
    ? { events, roundsOfMany: 1, roundsOfFew: 1 }
    : { events, roundsOfMany: 5, roundsOfFew: 9 };
  const report = await withPrivateStack({ WEBHOOKS_PER_CLIENT: '1000' }, signal, (stack) =>
    measure(stack, extent, signal),
  );
  console.log(values.json ? JSON.stringify(report, null, 2) : textOf(report));
  noteFigures(report, note);
  const right = report.pairs.every(({ product }) => product.right) && report.laned.right && report.among.many.right;
  return right && (values.short || (report.neighbours.ratio <= tolerated && report.few.ratio <= tolerated));
}

async function measure(
  stack: Stack,
  { events, roundsOfMany, roundsOfFew }: Extent,
  signal: AbortSignal,
): Promise<Report> {
  const server = stack.privateUrls.postgres;
  const receiver = startWorker<ReceiverQuestion, Counts>(new URL('./receive.ts', import.meta.url), signal);
  const bad = startWorker<object, string[]>(new URL('./misbehave.ts', import.meta.url), signal);
  const nats = await connectNats(stack.privateUrls.nats);
  const loop = startWorker<BareLoad, BareOutcome>(new URL('./bare-loop.ts', import.meta.url), signal);
  try {
    return await withClient(databaseUrl(server, 'webhooks'), (webhooks) =>
      withClient(databaseUrl(server, 'campaigns'), async (campaigns) => {
        const product = await Product.prepare(stack.describe(), { webhooks, campaigns, nats }, receiver);
        const port = product.receiverPort;
        for (let round = 0; round < warmUps; round += 1)
          await product.deliver(1, events, signal, { countsRows: false });
        const pairs: Pair[] = [];
        for (const count of [1, 100]) {
          const delivered = await product.deliver(count, Math.ceil(events / count), signal);
          const eventsPerPost = Math.round(delivered.eventsPerPost);
          const bare = await loop.ask({ port, webhooks: count, eventsPerPost, seconds: 3 });
          pairs.push({ bare, product: delivered });
        }
        const laned = await product.deliver(1, events, signal, { lanes: 16, delayMs: 50 });
        const endToEnd = await product.endToEnd(300, 30);
        const [hanging = '', drip = '', flood = '', bomb = '', failing = ''] = await bad.ask({});
        const allBad = [hanging, drip, flood, bomb, failing];
        const many = { rounds: roundsOfMany, webhooks: 100, bad: allBad, events: 200, perSecond: 10 };
        const neighbours = await measureNeighbours(product, many);
        const eight = { rounds: roundsOfFew, webhooks: 10, bad: [hanging, failing], events: 180, perSecond: 60 };
        const few = await measureNeighbours(product, eight);
        const before = await product.deliver(1, events, signal);
        const idle = await product.idle(10_000, 10);
        const among = { few: before, many: await product.deliver(1, events, signal) };
        return { pairs, laned, endToEnd, neighbours, few, idle, among };
      }),
    );
  } finally {
    await Promise.all([receiver.stop(), loop.stop(), bad.stop(), nats.close()]);
  }
}

interface Trouble {
  rounds: number;
  /** With the bad ones. */
  webhooks: number;
  bad: string[];
  events: number;
  perSecond: number;
}

/** The loads take turns, and so does which of the two comes first. */
async function measureNeighbours(product: Product, { bad, events, perSecond, ...how }: Trouble): Promise<Neighbours> {
  const before = product.webhooksMemoryMb;
  const good = how.webhooks - bad.length;
  const [control, troubled]: [number[], number[]] = [[], []];
  for (let round = 1; round <= how.rounds; round += 1) {
    const alone = async (): Promise<unknown> => control.push(...(await product.lag(good, [], events, perSecond)));
    const beside = async (): Promise<unknown> => troubled.push(...(await product.lag(good, bad, events, perSecond)));
    for (const part of round % 2 === 0 ? [beside, alone] : [alone, beside]) await part();
  }
  for (const lags of [control, troubled]) lags.sort((a, b) => a - b);
  return {
    control,
    troubled,
    ratio: quantile(troubled, 0.99) / quantile(control, 0.99),
    memoryMb: product.webhooksMemoryMb - before,
    rounds: how.rounds,
  };
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function noteFigures({ pairs, laned, endToEnd, neighbours, few, idle, among }: Report, note: Note): void {
  for (const { bare, product } of pairs) {
    const { webhooks: count, eventsPerSecond: value, cpuPer1000, rowsPer1000 } = product;
    const cpu = Object.entries(cpuPer1000).map(([name, seconds]) => `${name} ${seconds.toFixed(3)}`);
    const costs = `CPU-s per 1,000 deliveries: ${cpu.join(', ')}; ${rowsPer1000.toFixed(0)} rows written for them`;
    note({
      work: `events delivered to ${count} webhook${count > 1 ? 's' : ''}`,
      value,
      unit: '/s',
      ceiling: bare.events / bare.seconds,
      costs,
    });
  }
  note({ work: '16 lanes to a receiver that takes 50 ms', value: laned.eventsPerSecond, unit: '/s' });
  note({ work: 'row 5 to the arrival at 30/s, p50', value: quantile(endToEnd, 0.5), unit: 'ms' });
  note({ work: 'row 5 to the arrival at 30/s, p99', value: quantile(endToEnd, 0.99), unit: 'ms' });
  note({
    work: 'p99 of 95 webhooks beside five bad receivers, by that without',
    value: neighbours.ratio,
    unit: 'times',
  });
  note({ work: 'p99 of 8 webhooks beside two bad receivers, by that without', value: few.ratio, unit: 'times' });
  note({ work: '10,000 idle webhooks, share of a core in webhooks', value: idle.webhooks * 100, unit: '%' });
  note({ work: '10,000 idle webhooks, share of a core in PostgreSQL', value: idle.postgres * 100, unit: '%' });
  const ceiling = among.few.eventsPerSecond;
  note({
    work: '1 webhook among 10,000, beside the same alone',
    value: among.many.eventsPerSecond,
    unit: '/s',
    ceiling,
  });
}

function textOf({ pairs, laned, endToEnd, neighbours, few, idle, among }: Report): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  return [
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}\n`,
    ...pairs.flatMap(lines),
    `1 webhook with 16 lanes, 50 ms to an answer: ${rateOf(laned)}`,
    `end to end, from the call of row 5 to the arrival: ${timesOf(endToEnd)}`,
    ...linesOf('95 webhooks, 10 events/s to each', 'when five others hang, drip, pour, bomb and fail', neighbours),
    ...linesOf('8 webhooks, 60 events/s to each', 'when two others hang and fail', few),
    `10,000 idle webhooks: webhooks ${percent(idle.webhooks)} of a core, postgres ${percent(idle.postgres)}`,
    `1 webhook among 10,000 of other events: ${rateOf(among.many)}`,
    `  the same without them: ${rateOf(among.few)}`,
  ].join('\n');
}

function linesOf(who: string, beside: string, { control, troubled, ratio, memoryMb, rounds }: Neighbours): string[] {
  return [
    `from commit to arrival, ${who}: ${timesOf(control)}`,
    `  the same ${beside}: ${timesOf(troubled)}; memory +${memoryMb.toFixed(0)} MB`,
    `  p99 ${ratio.toFixed(2)} times as long, over ${rounds} rounds; tolerated is ${tolerated}`,
  ];
}

function timesOf(lags: number[]): string {
  return [50, 95, 99].map((percent) => `p${percent} ${quantile(lags, percent / 100).toFixed(0)} ms`).join(', ');
}

function rateOf({ eventsPerSecond, postsPerSecond, cpuPer1000, right }: Delivered): string {
  const { postgres = 0, webhooks: own = 0 } = cpuPer1000;
  return (
    `${Math.round(eventsPerSecond).toLocaleString('en')} events/s in ${Math.round(postsPerSecond)} POSTs/s; CPU-s per 1,000: ` +
    `postgres ${postgres.toFixed(3)}, webhooks ${own.toFixed(3)}; ` +
    (right ? 'all came, once, in order' : 'NOT ALL CAME ONCE AND IN ORDER')
  );
}

function lines({ bare, product }: Pair): string[] {
  const whole = (number: number): string => Math.round(number).toLocaleString('en');
  const cpu = Object.entries(product.cpuPer1000).map(([name, seconds]) => `${name} ${seconds.toFixed(3)}`);
  const total = Object.values(product.cpuPer1000).reduce((sum, each) => sum + each, 0);
  const [bareEvents, barePosts] = [bare.events / bare.seconds, bare.posts / bare.seconds];
  return [
    `${product.webhooks} webhook${product.webhooks > 1 ? 's' : ''}: ${whole(product.eventsPerSecond)} events/s in ` +
      `${whole(product.postsPerSecond)} POSTs/s of ${product.eventsPerPost.toFixed(1)}; ` +
      (product.right ? 'all came, once, in order' : 'NOT ALL CAME ONCE AND IN ORDER'),
    `  bare undici loop, same bodies: ${whole(bareEvents)} events/s in ${whole(barePosts)} POSTs/s; ratio ` +
      (product.eventsPerSecond / bareEvents).toFixed(2),
    `  CPU-s per 1,000 deliveries ${total.toFixed(3)}: ${cpu.join(', ')}`,
    `  rows written per 1,000 deliveries: ${product.rowsPer1000.toFixed(0)}\n`,
  ];
}
