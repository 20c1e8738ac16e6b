import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { repeat, type Repeated } from '@ces/service/chores/repeat';

interface Backend {
  url: URL;
  ready: boolean;
}

/** One address for several replicas, as in production: a new connection goes to a replica whose /readyz says 200. */
export class Balancer {
  private readonly backends: Backend[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly probing: Repeated;
  private turn = 0;

  private constructor() {
    this.server = createServer((caller) => {
      this.pass(caller);
    });
    this.probing = repeat(
      50,
      () => this.probe(),
      () => undefined,
    );
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async add(url: string): Promise<void> {
    const backend = { url: new URL(url), ready: false };
    this.backends.push(backend);
    while (!backend.ready) await this.probe();
  }

  async stop(): Promise<void> {
    await this.probing.end();
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async probe(): Promise<void> {
    await Promise.all(
      this.backends.map(async (backend) => {
        const answer = await fetch(new URL('/readyz', backend.url)).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        backend.ready = answer?.ok === true;
      }),
    );
  }

  private pass(caller: Socket): void {
    const ready = this.backends.filter((each) => each.ready);
    this.turn += 1;
    const backend = ready[this.turn % ready.length];
    if (!backend) {
      caller.destroy();
      return;
    }
    const replica = connect({ host: backend.url.hostname, port: Number(backend.url.port) });
    for (const [from, to] of [
      [caller, replica],
      [replica, caller],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => this.sockets.delete(from));
      from.pipe(to);
    }
  }
}
