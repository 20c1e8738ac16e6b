import { connect } from 'nats';
import { jetstreamManager, type JetStreamManager, type StreamInfo } from '@nats-io/jetstream';
import { rmSync } from 'node:fs';
import { freePort } from '../../../local-stack/src/processes/free-port.ts';
import { startNats } from '../../../local-stack/src/nats/nats.ts';
import { eventually } from '../eventually.js';
import { privateServer, type PrivateServer } from './private-server.js';

export interface ClusterNode extends PrivateServer {
  readonly name: string;
}

/** Elections take seconds, and much longer on a busy machine. */
const electionMs = 90_000;
/** A node that was just started refuses to lead until it has copied the stream from a leader that stays. */
const catchUpMs = 15_000;
const handoverMs = 120_000;

/** A JetStream cluster of one suite. Clients need no credentials. */
export class PrivateNatsCluster {
  private constructor(readonly nodes: ClusterNode[]) {}

  /** Routes pass the ports that `through` gives, so that a spec can separate nodes. */
  static async start(
    through?: (from: number, to: number, port: number) => Promise<number>,
  ): Promise<PrivateNatsCluster> {
    const ports = [await freePort(), await freePort(), await freePort()];
    const nodes = await Promise.all(
      ports.map(async (port, index) => {
        const name = `node-${index}`;
        const member = { name, port, ...(await placeOf(index, ports, through)) };
        const start = (dataDir: string, clientPort?: number) =>
          startNats({
            dataDir,
            member,
            ...(clientPort === undefined ? {} : { port: clientPort }),
          });
        return { ...(await privateServer(name, start)), name };
      }),
    );
    const cluster = new PrivateNatsCluster(nodes);
    await cluster.manage((manager) => manager.getAccountInfo());
    return cluster;
  }

  get url(): string {
    return this.nodes.map(({ url }) => url).join(',');
  }

  /** Repeats the work until JetStream answers, because an election may be under way. */
  async manage<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
    return eventually(async () => {
      const connection = await connect({ servers: this.nodes.map(({ url }) => url), timeout: 1_000 });
      try {
        return await work(await jetstreamManager(connection, { checkAPI: false, timeout: 2_000 }));
      } finally {
        await connection.close();
      }
    }, electionMs);
  }

  async leaderOf(stream: string): Promise<ClusterNode> {
    return this.manage(async (manager) => {
      const { cluster } = await manager.streams.info(stream);
      const leader = this.nodes.find(({ name }) => name === cluster?.leader);
      if (!leader) throw new Error(`${stream} has no leader`);
      return leader;
    });
  }

  async lead(stream: string, node: ClusterNode): Promise<void> {
    const wish = JSON.stringify({ placement: { preferred: node.name } });
    const whenLed = async () => {
      const { name } = await this.leaderOf(stream);
      if (name !== node.name) throw new Error(`${node.name} does not lead ${stream} yet, but ${name}`);
    };
    await eventually(async () => {
      if ((await this.leaderOf(stream)).name === node.name) return;
      const connection = await connect({ servers: node.url });
      const ask = connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, wish, { timeout: 5_000 });
      await ask.finally(() => connection.close());
      await eventually(whenLed, catchUpMs, 250);
    }, handoverMs);
  }

  /** Resolves when the stream has a leader and this many replicas, and each of them holds all messages. */
  async whenCurrent(stream: string, replicas: number): Promise<StreamInfo> {
    return this.manage(async (manager) => {
      const info = await manager.streams.info(stream);
      const others = info.cluster?.replicas ?? [];
      const current = others.filter((each) => each.current && !each.offline && !(each.lag > 0));
      if (info.cluster?.leader === undefined || current.length !== replicas - 1)
        throw new Error(`${stream} is not whole: ${JSON.stringify(info.cluster)}`);
      return info;
    });
  }

  /** Starts the node with an empty disk, like a machine that was replaced. */
  async replace(node: ClusterNode): Promise<void> {
    await node.kill();
    rmSync(node.dataDir, { recursive: true, force: true });
    await node.start();
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop();
  }
}

async function placeOf(
  own: number,
  ports: number[],
  through?: (from: number, to: number, port: number) => Promise<number>,
): Promise<{ routes: number[]; advertise?: { servers: string; clients: string } }> {
  if (!through) return { routes: ports };
  const others = [...ports.entries()].filter(([to]) => to !== own);
  const routes = await Promise.all(others.map(([to, port]) => through(own, to, port)));
  // Nothing listens at these addresses, so that nodes use only the routes.
  return { routes, advertise: { servers: '127.0.0.1:1', clients: `127.0.0.1:${own + 2}` } };
}
