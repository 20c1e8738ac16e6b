import { connect } from 'node:net';

export interface RawRequest {
  method: string;
  path: string;
  token?: string;
  headers?: Record<string, string>;
}

/** A caller who writes HTTP by hand: what no HTTP library would send. */
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

  /** The head of a request with this much of a body to come. */
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

  /** Of the first answer; 0 while there is none. */
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
