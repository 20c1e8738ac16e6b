import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Receipt {
  batch: string;
  hash: string;
}

export interface Held {
  batch: string;
  events: number;
  answer: (status: number) => void;
}

/** Answers after a short pause, and records every request. */
export class Deliveries {
  readonly #server: Server;
  /** Every batch with an event, by path and number of the event. */
  readonly #receipts = new Map<string, Receipt[]>();
  /** Numbers in the order of their first arrival, by path. */
  readonly #order = new Map<string, number[]>();
  readonly #users = new Map<number, string>();
  #hold: ((held: Held) => void) | undefined;
  posts = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        // A batch counts when it is read, even if its sender is gone.
        const held = this.#take(request.url ?? '', String(request.headers['webhook-id']), Buffer.concat(chunks));
        const hold = this.#hold;
        this.#hold = undefined;
        if (hold) hold({ ...held, answer: (status) => response.writeHead(status).end() });
        else void sleep(15).then(() => response.writeHead(204).end());
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next request gets no answer by itself. */
  holdNext(): Promise<Held> {
    return new Promise((hold) => (this.#hold = hold));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Distinct events. */
  count(path: string): number {
    return this.#order.get(path)?.length ?? 0;
  }

  disorder(path: string): string | undefined {
    const numbers = this.#order.get(path) ?? [];
    const at = numbers.findIndex((number, index) => index > 0 && number < (numbers[index - 1] ?? 0));
    return at < 0 ? undefined : `${numbers[at] ?? ''} came after ${numbers[at - 1] ?? ''}`;
  }

  /** The same for the events of each user. */
  disorderOfUser(path: string): string | undefined {
    const last = new Map<string, number>();
    for (const number of this.#order.get(path) ?? []) {
      const user = this.#users.get(number) ?? '';
      const before = last.get(user) ?? 0;
      if (number < before) return `${number} came after ${before}`;
      last.set(user, number);
    }
    return undefined;
  }

  /** `again`: events that came more than once. `altered`: those of them in another batch or with other bytes. */
  repeated(): { again: number; altered: number } {
    const again = [...this.#receipts.values()].filter((receipts) => receipts.length > 1);
    const altered = again.filter((receipts) => new Set(receipts.map(({ batch, hash }) => batch + hash)).size > 1);
    return { again: again.length, altered: altered.length };
  }

  #take(path: string, batch: string, body: Buffer): Omit<Held, 'answer'> {
    this.posts += 1;
    const hash = createHash('sha256').update(body).digest('hex');
    const { events } = JSON.parse(body.toString()) as { events: { data: { value: number; user_id: string } }[] };
    for (const { data } of events) {
      this.#users.set(data.value, data.user_id);
      const key = `${path} ${data.value}`;
      const receipts = this.#receipts.get(key) ?? [];
      if (receipts.length === 0) this.#orderOf(path).push(data.value);
      this.#receipts.set(key, [...receipts, { batch, hash }]);
    }
    return { batch, events: events.length };
  }

  #orderOf(path: string): number[] {
    const known = this.#order.get(path);
    if (known) return known;
    const made: number[] = [];
    this.#order.set(path, made);
    return made;
  }
}
