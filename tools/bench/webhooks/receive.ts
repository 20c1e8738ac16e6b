// A receiver that answers at once, and records how much arrived, in which order, and when.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../worker.ts';

export type ReceiverQuestion =
  { ask: 'port' } | { ask: 'clear'; watch?: true } | { ask: 'counts' } | { ask: 'arrivals' };

export interface Counts {
  port: number;
  posts: number;
  events: number;
  /** Events that did not follow the one before on their path. */
  misplaced: number;
  firstAt: number;
  lastAt: number;
  /** The time of each arrival: a connection by its owner id, a watched event by its value. Repetitions count, too. */
  arrivals: [what: string, at: number][];
}

interface Body {
  events: { name: string; data: { value?: number; owner_id?: string } }[];
}

const now = (): number => performance.timeOrigin + performance.now();
let counts: Counts = fresh(0);
let last = new Map<string, number>();
let watching = false;

function fresh(port: number): Counts {
  return { port, posts: 0, events: 0, misplaced: 0, firstAt: 0, lastAt: 0, arrivals: [] };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    take(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString()) as Body);
  });
});

function take(path: string, { events }: Body): void {
  counts.posts += 1;
  counts.events += events.length;
  counts.lastAt = now();
  if (counts.firstAt === 0) counts.firstAt = counts.lastAt;
  for (const { data } of events) {
    if (data.owner_id !== undefined) counts.arrivals.push([data.owner_id, counts.lastAt]);
    if (data.value === undefined) continue;
    if (watching) counts.arrivals.push([String(data.value), counts.lastAt]);
    if (data.value !== (last.get(path) ?? 0) + 1) counts.misplaced += 1;
    last.set(path, data.value);
  }
}

answerParent(async (question: ReceiverQuestion): Promise<Counts> => {
  const { ask } = question;
  if (ask === 'port') {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    counts = fresh((server.address() as AddressInfo).port);
  } else if (ask === 'clear') {
    counts = fresh(counts.port);
    last = new Map();
    watching = 'watch' in question;
  }
  return ask === 'arrivals' ? counts : { ...counts, arrivals: [] };
});
