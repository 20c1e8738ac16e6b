import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';

/** A client's registrations wait for each other in the database, each with a connection. Deliveries need the others. */
const atOnce = 3;
/** Callers wait for five seconds. */
const inLine = 100;

/** Registrations wait in this line, before they take a connection. */
export const registrationLine = new Gate(atOnce, inLine, tooMany);

function tooMany(): Problem {
  return new Problem('service-unavailable', 'Too many webhooks are being registered.', { retry_after: 1 });
}
