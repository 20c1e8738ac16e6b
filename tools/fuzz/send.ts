import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { FuzzRequest } from './request.ts';

export interface Answered {
  /** 0 if no answer came. */
  status: number;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  ms: number;
  failure?: string;
}

export const patienceMs = 10_000;

/** Sends only to this machine, and never throws. */
export class Sender {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(port: number) {
    this.#port = port;
  }

  send({ method, target, headers, body }: FuzzRequest): Promise<Answered> {
    const began = performance.now();
    return new Promise((resolve) => {
      const fail = (failure: string): void => {
        resolve({ status: 0, headers: {}, text: '', ms: performance.now() - began, failure });
      };
      const options = { host: '127.0.0.1', port: this.#port, agent: this.#agent, method, path: target };
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const outgoing = httpRequest({ ...options, headers: { ...headers, ...length } }, (answer) => {
        read(answer, (status, headers, text) => {
          clearTimeout(timer);
          resolve({ status, headers, text, ms: performance.now() - began });
        });
      });
      const timer = setTimeout(() => {
        fail(`no answer within ${patienceMs / 1_000} s`);
        outgoing.destroy();
      }, patienceMs);
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        fail(error.message);
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

type Done = (status: number, headers: Record<string, string>, text: string) => void;

function read(answer: IncomingMessage, done: Done): void {
  const chunks: Buffer[] = [];
  // A stream has no end: its head is the answer.
  if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', () => undefined); // followed by close
  answer.on('close', () => {
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    done(answer.statusCode ?? 0, Object.fromEntries(headers), Buffer.concat(chunks).toString());
  });
}
