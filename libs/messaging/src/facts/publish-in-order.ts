import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { FactMessage } from './fact-message.js';

interface PubAck {
  seq?: number;
  error?: { description?: string };
}

interface Addressing {
  subjectOf: (name: string) => string;
  /** Below it is where this service may listen for acknowledgements. */
  inbox: string;
}

const patienceMs = 5_000;

/**
 * Publishes messages to JetStream in one go, and returns the stream's sequence of the last. Each says which place it must
 * get, so that NATS refuses all that follows one that got lost. They carry no ids: what NATS took for a repetition would
 * get no place. One subscription takes the acknowledgements of all: a request for each would cost as much as the rest of
 * the relay.
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
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      acks.unsubscribe();
      act();
    };
    const timer = setTimeout(() => {
      settle(() => {
        reject(new Error(`${missing} messages were not acknowledged in time`));
      });
    }, patienceMs);
    const acks = connection.subscribe(inbox, {
      callback: (error, message) => {
        const ack = error ? { error: { description: error.message } } : readAck(message);
        if (ack.error !== undefined || ack.seq === undefined) {
          settle(() => {
            reject(new Error(`NATS refused a message: ${ack.error?.description ?? 'no reason'}`));
          });
          return;
        }
        sequence = Math.max(sequence, ack.seq);
        missing -= 1;
        if (missing === 0) {
          settle(() => {
            resolve(sequence);
          });
        }
      },
    });
    for (const [index, message] of messages.entries()) {
      const header = headers();
      header.set('Nats-Expected-Last-Sequence', String(lastSequence + index));
      connection.publish(subjectOf(message.subject), message.body, { reply: inbox, headers: header });
    }
  });
}

/** Without a stream nobody listens, and NATS answers with status 503 and no body. */
function readAck(message: Msg): PubAck {
  return message.data.length === 0 ? { error: { description: 'there is no stream' } } : message.json<PubAck>();
}
