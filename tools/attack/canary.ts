import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';

/** Counts the connections that reach it. */
export class Canary {
  connections = 0;
  readonly #server: Server | TcpServer;
  readonly #sockets = new Set<Socket>();
  readonly #address: string;

  constructor(server: Server | TcpServer, address: string) {
    this.#server = server;
    this.#address = address;
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined); // followed by close
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async http(address: string, listener: RequestListener): Promise<Canary> {
    return new Canary(createServer(listener), address).#listen();
  }

  static async tcp(address: string, connected: (socket: Socket) => void): Promise<Canary> {
    return new Canary(createTcpServer(connected), address).#listen();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://${this.#address}:${this.port}/`;
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, this.#address, resolve));
    return this;
  }
}
