import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Names and values by turns, as they came. */
  rawHeaders: string[];
  body: string;
  at: number;
  events: { name: string; data: Record<string, unknown> }[];
}

type Behaviour = (received: Received, response: ServerResponse) => void;

/** A client's server: it keeps the requests it got, and answers as the test says. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = (_, response) => response.writeHead(204).end();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(host = '127.0.0.1'): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const receiver = new Receiver(server, `http://${host}:${(server.address() as AddressInfo).port}`);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      receiver.take(request, response);
    });
    return receiver;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { events } = JSON.parse(body) as Pick<Received, 'events'>;
      const { headers, rawHeaders } = request;
      const received = { path: request.url ?? '', headers, rawHeaders, body, at: Date.now(), events };
      this.received.push(received);
      this.behaviour(received, response);
    });
  }

  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  answer(status: number, headers: Record<string, string> = {}): void {
    this.behaviour = (_, response) => response.writeHead(status, headers).end();
  }

  /** Keeps requests to these paths without an answer until the test calls `letGo`. */
  hold(prefix: string): { paths: string[]; letGo: () => void } {
    const paths: string[] = [];
    const answers: (() => void)[] = [];
    this.behaviour = ({ path }, response) => {
      const answer = (): void => {
        response.writeHead(204).end();
      };
      if (!path.startsWith(prefix)) {
        answer();
        return;
      }
      paths.push(path);
      answers.push(answer);
    };
    const letGo = (): void => {
      this.answer(204);
      for (const answer of answers.splice(0)) answer();
    };
    return { paths, letGo };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
