import { connect } from 'node:net';

export interface RawRequest {
  method: string;
  path: string;
  token?: string;
  headers?: Record<string, string>;
}

/** Writes HTTP by hand, so that a test can send requests that HTTP libraries refuse to send. */
export class RawCaller {
  answer = '';
  closed = false;
  private readonly socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.closed = true));
    this.socket.on('data', (chunk: Buffer) => (this.answer += chunk.toString()));
  }

  /** Sends the head of a request whose body will have this length. */
  begin({ method, path, token, headers = {} }: RawRequest, length: number): this {
    const all = {
      Host: 'ces.example',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Length': String(length),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  write(bytes: string | Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** The status of the first answer; 0 before it arrives. */
  get status(): number {
    return Number(/^HTTP\/1.1 (\d{3})/.exec(this.answer)?.[1] ?? 0);
  }

  get body(): unknown {
    const text = this.answer.slice(this.answer.indexOf('\r\n\r\n') + 4);
    return text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined;
  }

  end(): void {
    this.socket.destroy();
  }
}
