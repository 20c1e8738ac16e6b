// A receiver that answers at once, and records how much arrived, in which order, and when.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../worker.ts';

export type ReceiverQuestion =
  | { ask: 'port' }
  | { ask: 'clear'; watch?: boolean; perUser?: boolean; delayMs?: number }
  | { ask: 'counts' }
  | { ask: 'arrivals' }
  | { ask: 'new arrivals' };

export interface Counts {
  port: number;
  posts: number;
  events: number;
  /** Events that did not follow the one before on their path; with lanes, the one before of their user. */
  misplaced: number;
  firstAt: number;
  lastAt: number;
  /** The time of each arrival: a connection by its owner id, a watched event by its value. Repetitions count, too. */
  arrivals: [what: string, at: number][];
}

interface Body {
  events: { name: string; data: { value?: number; owner_id?: string; user_id?: string } }[];
}

const now = (): number => performance.timeOrigin + performance.now();
let counts: Counts = fresh(0);
let last = new Map<string, number>();
let watching = false;
let perUser = false;
let delayMs = 0;

function fresh(port: number): Counts {
  return { port, posts: 0, events: 0, misplaced: 0, firstAt: 0, lastAt: 0, arrivals: [] };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (delayMs === 0) response.writeHead(204).end();
    else setTimeout(() => response.writeHead(204).end(), delayMs);
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
    const line = perUser ? `${path} ${data.user_id ?? ''}` : path;
    const before = last.get(line) ?? 0;
    if (perUser ? data.value <= before : data.value !== before + 1) counts.misplaced += 1;
    last.set(line, data.value);
  }
}

answerParent(async (question: ReceiverQuestion): Promise<Counts> => {
  const { ask } = question;
  if (ask === 'port' && !server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    counts = fresh((server.address() as AddressInfo).port);
  } else if (ask === 'clear') {
    counts = fresh(counts.port);
    last = new Map();
    watching = question.watch ?? false;
    perUser = question.perUser ?? false;
    delayMs = question.delayMs ?? 0;
  }
  if (ask === 'arrivals') return counts;
  return { ...counts, arrivals: ask === 'new arrivals' ? counts.arrivals.splice(0) : [] };
});
