import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Status 0 means that the connection ended before the answer. */
export type Answered = (status: number, body: string) => void;

/**
 * One kept HTTP/1.1 connection with one request under way at a time. Requests are finished text, and only the needed
 * part of an answer is read, because a load generator on the same machine should cost little.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #answered: Answered | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.setNoDelay(true);
    socket.on('data', (text: string) => {
      this.#read(text);
    });
    socket.on('error', () => undefined); // followed by close
    socket.on('close', () => {
      this.#finish(0, '');
    });
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  get usable(): boolean {
    return !this.#socket.destroyed;
  }

  send(request: string, answered: Answered): void {
    this.#answered = answered;
    this.#socket.write(request, 'latin1');
  }

  ask(request: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve) => {
      this.send(request, (status, body) => {
        resolve({ status, body });
      });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    const headers = this.#received.indexOf('\r\n\r\n');
    if (headers < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) {
      this.#socket.destroy(new Error('an answer without Content-Length'));
    } else if (this.#received.length >= headers + 4 + Number(length)) {
      const status = Number(this.#received.slice(9, 12));
      const body = this.#received.slice(headers + 4);
      this.#received = '';
      this.#finish(status, body);
    }
  }

  #finish(status: number, body: string): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(status, body);
  }
}
