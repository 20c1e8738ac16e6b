import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../libs/local-stack/src/processes/free-port.ts';
import { startNats } from '../../../../libs/local-stack/src/nats/nats.ts';
import type { NatsUser } from '../../../../libs/local-stack/src/nats/nats-users.ts';
import { supervise, type SupervisedPart, type Watcher } from '../../../../libs/local-stack/src/processes/supervise.ts';
import { Link } from '../../../../libs/local-stack/src/link.ts';

interface Node {
  name: string;
  dataDir: string;
  port: number;
  part: SupervisedPart;
}

/** No server listens here, so nodes and clients find each other only over our links. Each node needs its own addresses. */
const nowhere = (node: number) => ({ servers: '127.0.0.1:1', clients: `127.0.0.1:${node + 2}` });

/** A link of ours leads from each node to each other node, so that nodes can be separated. */
export class NatsNodes {
  readonly nodes: readonly Node[];
  private readonly routes: ReadonlyMap<string, Link>;

  private constructor(nodes: readonly Node[], routes: ReadonlyMap<string, Link>) {
    this.nodes = nodes;
    this.routes = routes;
  }

  static async start(dir: string, users: NatsUser[], watcher: Watcher): Promise<NatsNodes> {
    const inner = [await freePort(), await freePort(), await freePort()];
    const routes = new Map<string, Link>();
    for (const from of inner.keys())
      for (const [to, port] of inner.entries()) if (from !== to) routes.set(`${from}-${to}`, await Link.to(port));
    const starting = inner.map(async (cluster, own) => {
      const name = `nats-${own}`;
      const [port, dataDir] = [await freePort(), join(dir, name)];
      const others = [...routes].flatMap(([key, link]) => (key.startsWith(`${own}-`) ? [link.port] : []));
      const member = { name, port: cluster, routes: others, advertise: nowhere(own) };
      const start = async () => (await startNats({ dataDir, port, users, member })).process;
      const part = await supervise({ name, stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start }, watcher);
      return { name, dataDir, port, part };
    });
    return new NatsNodes(await Promise.all(starting), routes);
  }

  part(node: number): void {
    for (const link of this.linksOf(node)) link.cut();
  }

  join(node: number): void {
    for (const link of this.linksOf(node)) link.heal();
  }

  violations(): string[] {
    return this.nodes.flatMap(({ dataDir }) => violationsIn(`${dataDir}.log`));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ part }) => part.stop()));
    for (const link of this.routes.values()) link.close();
  }

  private linksOf(node: number): Link[] {
    return [...this.routes].flatMap(([key, link]) => (key.split('-').includes(String(node)) ? [link] : []));
  }
}

/**
 * Log lines about services that used a subject without a right. The right to answer a call ends with the connection
 * of the call, so an answer over a new connection is not a fault.
 */
export function violationsIn(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines.filter((line) => line.includes('Violation') && !/Publish Violation - Subject "ces\.inbox\./.test(line));
}
