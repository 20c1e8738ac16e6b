import { jetstreamManager } from '@nats-io/jetstream';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { connectNats } from '../../connect-nats.ts';
import { select } from '../select-rows.ts';
import type { World } from './start-world.ts';

const NO_PROGRESS_MS = 45_000;
const FINAL_MS = 1_000;

/**
 * Resolves when every event has had an effect and no message waits, or when nothing changes any more. The checks then
 * report missing effects.
 */
export async function waitUntilQuiet(world: World, events: number): Promise<void> {
  let last = '';
  let moved = Date.now();
  while (Date.now() - moved < NO_PROGRESS_MS) {
    const state = await stateOf(world).catch(() => undefined);
    // Waits another second, so that a superfluous effect shows.
    if (state && state.effects >= events && state.waiting === 0) return sleep(FINAL_MS);
    const seen = JSON.stringify(state);
    if (seen !== last) moved = Date.now();
    last = seen;
    await sleep(300);
  }
  console.log(`     nothing moves any more: ${last}, ${events} events`);
}

async function stateOf(world: World): Promise<{ effects: number; waiting: number }> {
  const [row] = await select<{ effects: number }>(
    world.database('faults'),
    'SELECT count(*)::integer AS effects FROM effect',
  );
  return { effects: row?.effects ?? 0, waiting: await countWaiting(world) };
}

async function countWaiting(world: World): Promise<number> {
  const contract = pathToFileURL(join(world.build, 'dist/libs/contracts/src/events/events.js')).href;
  const { eventAccepted } = (await import(contract)) as typeof import('@ces/contracts/events/events');
  const connection = await connectNats(world.stack.privateUrls.nats, { reconnect: false });
  try {
    const manager = await jetstreamManager(connection);
    let waiting = 0;
    for await (const consumer of manager.consumers.list(`ces-${eventAccepted.stream}`))
      if (consumer.name.startsWith('faults-')) waiting += consumer.num_pending + consumer.num_ack_pending;
    return waiting;
  } finally {
    await connection.close();
  }
}
