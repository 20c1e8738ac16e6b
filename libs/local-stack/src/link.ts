import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  caller: Socket;
  callee: Socket | undefined;
}

/**
 * A TCP proxy that can be cut, like a partition of the network: a cut link carries neither bytes nor the end of a
 * connection, and neither side notices. Data that TCP kept meanwhile arrive after the link heals.
 */
export class Link {
  private readonly server: Server;
  private readonly target: number;
  private readonly pairs = new Set<Pair>();
  private isCut = false;

  private constructor(target: number) {
    this.target = target;
    this.server = createServer({ pauseOnConnect: true }, (caller) => {
      this.accept(caller);
    });
  }

  static async to(target: number): Promise<Link> {
    const link = new Link(target);
    link.server.listen(0, '127.0.0.1');
    await once(link.server, 'listening');
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    this.strand();
  }

  /** Cuts the present connections; new ones pass, as when a name leads to another machine from now on. */
  strand(): void {
    for (const { caller, callee } of this.pairs) {
      for (const socket of [caller, callee]) socket?.unpipe().pause();
    }
  }

  heal(): void {
    this.isCut = false;
    for (const pair of this.pairs) this.join(pair);
  }

  close(): void {
    this.server.close();
    for (const { caller, callee } of this.pairs) for (const socket of [caller, callee]) socket?.destroy();
  }

  private accept(caller: Socket): void {
    const pair: Pair = { caller, callee: undefined };
    this.pairs.add(pair);
    this.watch(caller, pair);
    if (!this.isCut) this.join(pair);
  }

  private join(pair: Pair): void {
    const { caller } = pair;
    if (caller.destroyed || pair.callee?.destroyed === true) {
      this.end(pair);
      return;
    }
    if (!pair.callee) {
      pair.callee = connect({ port: this.target, host: '127.0.0.1', noDelay: true });
      caller.setNoDelay(true);
      this.watch(pair.callee, pair);
    }
    caller.pipe(pair.callee);
    pair.callee.pipe(caller);
  }

  private watch(socket: Socket, pair: Pair): void {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.isCut) this.end(pair);
    });
  }

  private end(pair: Pair): void {
    this.pairs.delete(pair);
    pair.caller.destroy();
    pair.callee?.destroy();
  }
}
