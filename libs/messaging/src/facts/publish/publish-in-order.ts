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

type Hear = (error: Error | null, message: Msg) => void;

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream at once, one publication after the other. Each message names its place, so that NATS
 * refuses all messages after a lost one, and so that an acknowledgement tells its message. Messages carry no ids, because
 * NATS gives a repetition no place. One subscription takes all acknowledgements: a request for each message would double the
 * cost of the relay, and a subscription for each publication costs NATS as much as the message.
 */
export class OrderedPublisher {
  private inbox: string | undefined;
  private publications = 0;
  private hear: { reply: string; ack: Hear } | undefined;

  constructor(private readonly nats: Nats) {}

  async publish(messages: FactMessage[], lastSequence: number): Promise<Published> {
    if (messages.length === 0) return { stored: [], lastSequence };
    const connection = await this.nats.connection();
    this.inbox ??= this.listen(connection);
    this.publications += 1;
    // An acknowledgement of an earlier publication may come late.
    const reply = `${this.inbox}.${this.publications}`;
    return new Promise((resolve) => {
      const published: Published = { stored: [], lastSequence };
      let missing = messages.length;
      const end = (): void => {
        clearTimeout(timer);
        // If NATS did not take the messages from us, the timer ends this publication, perhaps during a later one.
        if (this.hear?.reply === reply) this.hear = undefined;
        resolve(published);
      };
      const timer = setTimeout(() => {
        published.refusal ??= `${missing} messages were not acknowledged in time`;
        end();
      }, patienceMs);
      const ack: Hear = (error, message) => {
        const { seq, error: fault } = error ? { error: { description: error.message } } : readAck(message);
        const stored = seq === undefined ? undefined : messages[seq - lastSequence - 1];
        if (seq !== undefined && stored) {
          published.stored.push(stored);
          published.lastSequence = Math.max(published.lastSequence, seq);
        } else published.refusal ??= `NATS refused a message: ${fault?.description ?? 'no reason'}`;
        missing -= 1;
        if (missing === 0 || error) end();
      };
      this.hear = { reply, ack };
      for (const [index, message] of messages.entries()) {
        const header = headers();
        header.set('Nats-Expected-Last-Sequence', String(lastSequence + index));
        connection.publish(this.nats.subject('fact', message.subject), message.body, { reply, headers: header });
      }
    });
  }

  private listen(connection: NatsConnection): string {
    const inbox = createInbox(this.nats.inbox);
    connection.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        // NATS refuses the subscription. The next publication tries it again.
        if (error) this.inbox = undefined;
        if (error || message.subject === this.hear?.reply) this.hear?.ack(error, message);
      },
    });
    return inbox;
  }
}

/** NATS answers with status 503 and no body if there is no stream. */
function readAck(message: Msg): PubAck {
  return message.data.length === 0 ? { error: { description: 'there is no stream' } } : message.json<PubAck>();
}
