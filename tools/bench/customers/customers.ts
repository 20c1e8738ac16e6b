// The time in which the console finds and opens a customer among many. See docs/bench.md.
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { machine, table } from '../report-parts.ts';
import { fillCustomers, numberOf } from './fill-customers.ts';

const options = {
  users: { type: 'string', default: '10000000' },
  short: { type: 'boolean', default: false },
} as const;

const customersAsked = 200;
const eventsOfEach = 20;
/** A person waits so long for a page without noticing. */
const mostMs = 300;

interface Work {
  name: string;
  /** The calls that the console makes at once. */
  calls: (userId: string) => string[];
}

const works: Work[] = [
  {
    name: 'a customer opens',
    calls: (id) => [
      `/api/1/admin/users/${id}`,
      `/api/1/user/person/details/${id}`,
      `/api/1/admin/users/${id}/timeline?limit=50`,
    ],
  },
  { name: 'the wallet opens', calls: (id) => [`/api/1/admin/users/${id}/wallet`] },
  { name: 'search by address', calls: (id) => [search(`customer${padded(id, 9)}`)] },
  { name: 'search by last name', calls: (id) => [search(`Berg${String(numberOf(id) % 100_000).padStart(6, '0')}`)] },
  { name: 'search by owner id', calls: (id) => [search(`owner-${padded(id, 9)}`)] },
  { name: 'search by two letters', calls: () => [search('an')] },
];

/** Returns whether a customer opens in time for 99 of 100. */
export async function customers(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const count = values.short ? 10_000 : Number(values.users);
  return withPrivateStack({}, signal, async (stack) => {
    const { provider } = stack.describe();
    const some = await fillCustomers(stack.privateUrls.postgres, { count, provider }, signal);
    const asked = Array.from({ length: customersAsked }, (_, place) => some[(place * 97) % some.length] ?? '');
    const token = await tokenOf(stack);
    await sendEvents(stack, token, asked);
    const rows: string[][] = [];
    let isInTime = true;
    for (const { name, calls } of works) {
      const times = await measure(stack, token, asked, calls);
      const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
      rows.push([name, `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`]);
      note({ work: `${name}, among ${count.toLocaleString('en')}, p99`, value: p99, unit: 'ms' });
      if (name === works[0]?.name) isInTime = values.short || p99 < mostMs;
    }
    console.log(`\n${machine()}, ${count.toLocaleString('en')} customers\n`);
    console.log(table([['', 'p50', 'p99'], ...rows]).join('\n'));
    return isInTime;
  });
}

/** One customer after the other, as one person works. The first ten warm caches and do not count. */
async function measure(stack: Stack, token: string, asked: string[], calls: Work['calls']): Promise<number[]> {
  const times: number[] = [];
  for (const [place, id] of asked.entries()) {
    const begun = performance.now();
    await Promise.all(calls(id).map((path) => ask(stack, token, path)));
    if (place >= 10) times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

async function ask(stack: Stack, token: string, path: string): Promise<void> {
  const answer = await fetch(`${stack.describe().base_url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
}

async function sendEvents(stack: Stack, token: string, asked: string[]): Promise<void> {
  const { base_url } = stack.describe();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const definition = {
    $id: `${base_url}/api/1/terminal/events/visit`,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Visit',
    type: 'object',
    properties: { number: { type: 'integer' } },
  };
  const put = await fetch(definition.$id, { method: 'PUT', headers, body: JSON.stringify(definition) });
  if (put.status !== 200) throw new Error(`the event was not defined: ${put.status} ${await put.text()}`);
  for (let number = 0; number < eventsOfEach; number += 1)
    await Promise.all(
      asked.map(async (id) => {
        const body = JSON.stringify({ number });
        const sent = await fetch(`${base_url}/api/1/terminal/${id}/events/visit`, { method: 'POST', headers, body });
        if (sent.status !== 202) throw new Error(`an event was not taken: ${sent.status} ${await sent.text()}`);
      }),
    );
}

async function tokenOf(stack: Stack): Promise<string> {
  const { base_url, admin } = stack.describe();
  const answer = await fetch(`${base_url}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${admin.id}:${admin.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function search(q: string): string {
  return `/api/1/admin/users?q=${encodeURIComponent(q)}&limit=50`;
}

function padded(userId: string, digits: number): string {
  return String(numberOf(userId)).padStart(digits, '0');
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? NaN;
}
