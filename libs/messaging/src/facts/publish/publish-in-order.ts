import { createInbox, headers, type Msg, type NatsConnection } from 'nats';
import type { FactMessage } from './fact-message.js';

interface PubAck {
  seq?: number;
  error?: { description?: string };
}

interface Addressing {
  subjectOf: (name: string) => string;
  /** Prefix of the subjects on which this service may listen for acknowledgements. */
  inbox: string;
}

export interface Published {
  stored: FactMessage[];
  /** The place of the last stored message. */
  lastSequence: number;
  refusal?: string;
}

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream at once. Each message names its place, so that NATS refuses all messages after a lost
 * one, and so that an acknowledgement tells its message. Messages carry no ids, because NATS gives a repetition no
 * place. One subscription takes all acknowledgements: a request for each message would double the cost of the relay.
 */
export function publishInOrder(
  connection: NatsConnection,
  messages: FactMessage[],
  { subjectOf, inbox: prefix }: Addressing,
  lastSequence: number,
): Promise<Published> {
  if (messages.length === 0) return Promise.resolve({ stored: [], lastSequence });
  return new Promise((resolve) => {
    const inbox = createInbox(prefix);
    const published: Published = { stored: [], lastSequence };
    let missing = messages.length;
    const end = (): void => {
      clearTimeout(timer);
      acks.unsubscribe();
      resolve(published);
    };
    const timer = setTimeout(() => {
      published.refusal ??= `${missing} messages were not acknowledged in time`;
      end();
    }, patienceMs);
    const acks = connection.subscribe(inbox, {
      callback: (error, message) => {
        const { seq, error: fault } = error ? { error: { description: error.message } } : readAck(message);
        const stored = seq === undefined ? undefined : messages[seq - lastSequence - 1];
        if (seq !== undefined && stored) {
          published.stored.push(stored);
          published.lastSequence = Math.max(published.lastSequence, seq);
        } else published.refusal ??= `NATS refused a message: ${fault?.description ?? 'no reason'}`;
        missing -= 1;
        if (missing === 0) end();
      },
    });
    for (const [index, message] of messages.entries()) {
      const header = headers();
      header.set('Nats-Expected-Last-Sequence', String(lastSequence + index));
      connection.publish(subjectOf(message.subject), message.body, { reply: inbox, headers: header });
    }
  });
}

/** NATS answers with status 503 and no body if there is no stream. */
function readAck(message: Msg): PubAck {
  return message.data.length === 0 ? { error: { description: 'there is no stream' } } : message.json<PubAck>();
}
