import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { connect } from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileFrozen } from '../kill-parts.ts';
import { shuffle } from '../seed-random.ts';
import type { ClusterWorld, Replica } from './world/cluster-world.ts';

/** Its target and duration are drawn already. */
export interface ClusterFault {
  name: string;
  /** Resolves when the fault is healed. May return the moment before which no replica could have answered. */
  strike(): Promise<number | undefined>;
}

type Draw = (world: ClusterWorld, random: () => number, hurry: number) => ClusterFault;

/** Each of them hits one of our processes. `hurry` shortens pauses, for CI. */
const OF_REPLICAS: Record<string, Draw> = {
  kill: (world, random) => {
    const { name, part } = oneOf(world.replicas, random);
    return fault(`kill ${name}`, () => part.kill());
  },
  freeze: (world, random, hurry) => {
    const { name, part } = oneOf(world.replicas, random);
    const ms = between(12_000, 30_000 - 18_000 * hurry, random);
    return fault(`freeze ${name}`, () => whileFrozen(part.pid(), () => pause(ms)));
  },
  'cut from nats': (world, random, hurry) => cutOff(oneOf(world.replicas, random), 'nats', durationOf(random, hurry)),
  'cut from postgres': (world, random, hurry) => {
    const owners = world.replicas.filter(({ app }) => app !== 'gateway');
    return cutOff(oneOf(owners, random), 'postgres', durationOf(random, hurry));
  },
};

/** These leave a majority of NATS and one PostgreSQL. */
const OF_SERVERS: Record<string, Draw> = {
  'kill nats': (world, random, hurry) => {
    const { name, part } = oneOf(world.nats.nodes, random);
    const ms = durationOf(random, hurry) / 2;
    return fault(`kill ${name}`, async () => {
      await part.kill(() => pause(ms));
      // The other nodes notice the death late, and would report whole streams meanwhile.
      while (part.pid() === undefined) await pause(100);
    });
  },
  'part nats': ({ nats }, random, hurry) => {
    const node = Math.floor(random() * nats.nodes.length);
    const ms = durationOf(random, hurry);
    return fault(`part nats-${node} from the others`, async () => {
      nats.part(node);
      await sleep(ms);
      nats.join(node);
    });
  },
  'fill store': (world, random, hurry) => {
    const stream = oneOf(['ces-events', 'ces-campaigns', 'ces-identity'], random);
    const ms = durationOf(random, hurry);
    return fault(`fill ${stream}`, () => fillStream(world, stream, ms));
  },
  promote: ({ postgres }) => ({
    name: 'promote postgres',
    strike: async () => {
      await postgres.promote();
      const accepting = Date.now();
      await postgres.addStandby();
      return accepting;
    },
  }),
};

/** Each kind of fault once, in random order: one at a time, or one of a process together with one of a server. */
export function drawRound(world: ClusterWorld, random: () => number, hurry: number): ClusterFault[] {
  const [ours, theirs] = [OF_REPLICAS, OF_SERVERS].map((kinds) =>
    shuffle(Object.values(kinds), random).map((draw) => draw(world, random, hurry)),
  );
  const inPairs = hurry === 1 || random() < 0.5;
  if (!inPairs) return shuffle([...(ours ?? []), ...(theirs ?? [])], random);
  return (ours ?? []).flatMap((fault, place) => {
    const other = theirs?.[place];
    return other ? [together(fault, other)] : [fault];
  });
}

function together(one: ClusterFault, other: ClusterFault): ClusterFault {
  const strike = async (): Promise<number | undefined> => {
    const [first, second] = await Promise.all([one.strike(), other.strike()]);
    return first ?? second;
  };
  return { name: `${one.name} and ${other.name}`, strike };
}

/** Resolves when every replica is ready and every stream is whole, so that faults do not overlap. */
export async function untilWhole(world: ClusterWorld): Promise<void> {
  for (const deadline = Date.now() + 120_000; ;) {
    const faulty = [...(await unready(world)), ...(await broken(world).catch((error: unknown) => [String(error)]))];
    if (faulty.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not whole after two minutes: ${faulty.join()}`);
    await sleep(250);
  }
}

async function unready({ replicas }: ClusterWorld): Promise<string[]> {
  const states = await Promise.all(
    replicas.map(async ({ name, url }) => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.ok === true ? [] : [name];
    }),
  );
  return states.flat();
}

/** Streams without a leader or without all current copies. */
async function broken({ natsOperator }: ClusterWorld): Promise<string[]> {
  const connection = await connect({ ...natsOperator, timeout: 1_000, reconnect: false });
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 2_000 });
    const names = await manager.streams.names().next();
    const streams = await Promise.all(names.map((name) => manager.streams.info(name)));
    return streams.flatMap(({ config, cluster }) => {
      const current = (cluster?.replicas ?? []).filter((each) => each.current && !each.offline);
      return cluster?.leader !== undefined && current.length === config.num_replicas - 1 ? [] : [config.name];
    });
  } finally {
    await connection.close();
  }
}

/** The stream refuses every message, as at a limit of its store. Its owner would raise a limit of bytes at once. */
async function fillStream({ natsOperator }: ClusterWorld, name: string, ms: number): Promise<void> {
  const connection = await connect(natsOperator);
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
    try {
      await askAgain(() => manager.streams.update(name, { max_msgs: 1 }));
      await pause(ms);
    } finally {
      await askAgain(() => manager.streams.update(name, { max_msgs: -1 }));
    }
  } finally {
    await connection.close();
  }
}

/** NATS does not answer while a stream has no leader. A refusal is an answer. */
async function askAgain(request: () => Promise<unknown>): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await request();
      return;
    } catch (error) {
      if (left === 0 || error instanceof JetStreamApiError) throw error;
      await sleep(250);
    }
  }
}

async function pause(ms: number): Promise<void> {
  await sleep(ms);
}

function cutOff({ name, links }: Replica, server: 'nats' | 'postgres', ms: number): ClusterFault {
  return fault(`cut ${name} from ${server}`, async () => {
    for (const link of links[server]) link.cut();
    await sleep(ms);
    for (const link of links[server]) link.heal();
  });
}

function fault(name: string, work: () => Promise<void>): ClusterFault {
  const strike = async (): Promise<undefined> => {
    await work();
  };
  return { name, strike };
}

function durationOf(random: () => number, hurry: number): number {
  return between(5_000, 15_000 - 10_000 * hurry, random);
}

function between(low: number, high: number, random: () => number): number {
  return low + (high - low) * random();
}

function oneOf<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}
