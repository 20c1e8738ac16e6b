import { createInbox, headers, type Msg, type NatsConnection } from 'nats';
import type { FactMessage } from './fact-message.js';

interface PubAck {
  seq?: number;
  error?: { description?: string };
}

interface Addressing {
  subjectOf: (name: string) => string;
  /** Prefix of the subjects where this service may listen for acknowledgements. */
  inbox: string;
}

export interface Published {
  /** The messages that the stream has. */
  stored: FactMessage[];
  /** The place of the last of them. */
  lastSequence: number;
  /** Why the stream does not have all messages, as far as known. */
  refusal?: string;
}

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream in one go. Each message says which place it must get, so that NATS refuses all messages
 * after a lost one, and the place in an acknowledgement tells which message it is for. Messages carry no ids, because a
 * message that NATS took for a repetition would get no place. One subscription takes all acknowledgements: a request for
 * each message would cost as much as the rest of the relay.
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

/** NATS answers with status 503 and no body when there is no stream. */
function readAck(message: Msg): PubAck {
  return message.data.length === 0 ? { error: { description: 'there is no stream' } } : message.json<PubAck>();
}
