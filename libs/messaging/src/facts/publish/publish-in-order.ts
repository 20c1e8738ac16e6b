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

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream in one go, and returns the sequence of the last. Each message says which place it must
 * get, so that NATS refuses all messages after a lost one. Messages carry no ids, because a message that NATS took for a
 * repetition would get no place. One subscription takes all acknowledgements: a request for each message would cost as much
 * as the rest of the relay.
 */
export function publishInOrder(
  connection: NatsConnection,
  messages: FactMessage[],
  { subjectOf, inbox: prefix }: Addressing,
  lastSequence: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const inbox = createInbox(prefix);
    let missing = messages.length;
    let sequence = lastSequence;
    const end = (): void => {
      clearTimeout(timer);
      acks.unsubscribe();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`${missing} messages were not acknowledged in time`));
    }, patienceMs);
    const acks = connection.subscribe(inbox, {
      callback: (error, message) => {
        const ack = error ? { error: { description: error.message } } : readAck(message);
        if (ack.error !== undefined || ack.seq === undefined) {
          end();
          reject(new Error(`NATS refused a message: ${ack.error?.description ?? 'no reason'}`));
          return;
        }
        sequence = Math.max(sequence, ack.seq);
        missing -= 1;
        if (missing > 0) return;
        end();
        resolve(sequence);
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
