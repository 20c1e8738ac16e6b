import { createInbox, headers, type Msg, type NatsConnection } from 'nats';
import type { Nats } from '../../nats.js';
import type { FactMessage } from './fact-message.js';

interface PubAck {
  seq?: number;
  error?: { description?: string };
}

export interface Published {
  stored: FactMessage[];
  /** The place of the last stored message. */
  lastSequence: number;
  refusal?: string;
}

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream at once, one publication after the other. Each message names its place, so that NATS
 * refuses all messages after a lost one, and so that an acknowledgement tells its message. Messages carry no ids, because
 * NATS gives a repetition no place. One subscription takes all acknowledgements: a request for each message would double the
 * cost of the relay, and a subscription for each publication costs NATS as much as a message.
 */
export class OrderedPublisher {
  private inbox: string | undefined;
  private publications = 0;
  private underWay: Publication | undefined;

  constructor(private readonly nats: Nats) {}

  async publish(messages: FactMessage[], lastSequence: number): Promise<Published> {
    if (messages.length === 0) return { stored: [], lastSequence };
    const connection = await this.nats.connection();
    await this.nats.endOfTurn();
    this.inbox ??= this.listen(connection);
    this.publications += 1;
    // An acknowledgement of an earlier publication may come late.
    const publication = new Publication(`${this.inbox}.${this.publications}`, messages, lastSequence);
    this.underWay = publication;
    try {
      this.send(connection, publication);
      return await publication.ended;
    } finally {
      publication.end();
      this.underWay = undefined;
    }
  }

  private send(connection: NatsConnection, { reply, messages, lastSequence }: Publication): void {
    for (const [index, { subject, body }] of messages.entries()) {
      const header = headers();
      header.set('Nats-Expected-Last-Sequence', String(lastSequence + index));
      connection.publish(this.nats.subject('fact', subject), body, { reply, headers: header });
    }
  }

  private listen(connection: NatsConnection): string {
    const inbox = createInbox(this.nats.inbox);
    connection.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error) {
          // NATS refuses the subscription. The next publication tries it again.
          this.inbox = undefined;
          this.underWay?.fail(error.message);
        } else if (message.subject === this.underWay?.reply) this.underWay.acknowledge(message);
      },
    });
    return inbox;
  }
}

/** Messages that wait for their acknowledgements. */
class Publication {
  readonly ended: Promise<Published>;
  private readonly published: Published;
  private missing: number;
  private readonly resolve: (published: Published) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(
    readonly reply: string,
    readonly messages: FactMessage[],
    readonly lastSequence: number,
  ) {
    ({ promise: this.ended, resolve: this.resolve } = Promise.withResolvers<Published>());
    this.published = { stored: [], lastSequence };
    this.missing = messages.length;
    this.timer = setTimeout(() => {
      this.fail(`${this.missing} messages were not acknowledged in time`);
    }, patienceMs);
  }

  acknowledge(message: Msg): void {
    const { seq, error } = readAck(message);
    const stored = seq === undefined ? undefined : this.messages[seq - this.lastSequence - 1];
    if (seq !== undefined && stored) {
      this.published.stored.push(stored);
      this.published.lastSequence = Math.max(this.published.lastSequence, seq);
    } else this.published.refusal ??= `NATS refused a message: ${error?.description ?? 'no reason'}`;
    this.missing -= 1;
    if (this.missing === 0) this.end();
  }

  fail(refusal: string): void {
    this.published.refusal ??= refusal;
    this.end();
  }

  end(): void {
    clearTimeout(this.timer);
    this.resolve(this.published);
  }
}

/** NATS answers with status 503 and no body if there is no stream. */
function readAck(message: Msg): PubAck {
  return message.data.length === 0 ? { error: { description: 'there is no stream' } } : message.json<PubAck>();
}
