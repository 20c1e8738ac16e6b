import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** One address in front of several replicas, as a Service of Kubernetes is: each new connection goes to the next of `endpoints`. */
export class Balancer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private turn = 0;

  private constructor(private readonly endpoints: () => readonly string[]) {
    this.server = createServer((caller) => {
      this.pass(caller);
    });
  }

  static async start(endpoints: () => readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(endpoints);
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(caller: Socket): void {
    const endpoints = this.endpoints();
    this.turn += 1;
    const endpoint = endpoints[this.turn % endpoints.length];
    if (endpoint === undefined) {
      caller.destroy();
      return;
    }
    const { hostname, port } = new URL(endpoint);
    const replica = connect({ host: hostname, port: Number(port) });
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
