import { Problem } from '@ces/contracts/problems';
import { patienceMs } from '@ces/contracts/rpc';
import { Gate } from '@ces/messaging/calls/gate';
import type { Line } from '@ces/messaging/calls/idempotency/idempotency';

/** Registrations of all clients that hold a connection. Deliveries need the others. */
const atOnce = 3;
const inLine = 100;

const ofAll = new Gate(atOnce, inLine, tooMany, patienceMs);
const ofClients = new Map<string, Gate>();

/**
 * Where a client's registrations wait before they take a connection. One at a time, because in the database they would wait for
 * each other, and so that a client with many holds up no other client.
 */
export function registrationLineOf({ client_id: client }: { client_id: string }): Line {
  return {
    run: async (work) => {
      const gate = ofClients.get(client) ?? new Gate(1, inLine, tooMany, patienceMs);
      ofClients.set(client, gate);
      try {
        return await gate.run(() => ofAll.run(work));
      } finally {
        if (gate.empty) ofClients.delete(client);
      }
    },
  };
}

function tooMany(): Problem {
  return new Problem('service-unavailable', 'Too many webhooks are being registered.', { retry_after: 1 });
}
