import { Problem } from '@ces/contracts/problems';
import { patienceMs } from '@ces/contracts/rpc';
import { Gate } from '@ces/messaging/calls/gate';

/** A request holds a connection from start to end and may need a second one, and tools seldom send many at once. */
const atOnce = 2;
const inLine = 20;

/** All handlers that make or replace objects by their keys wait in this line. */
export const byNameLine = new Gate(atOnce, inLine, tooMany, patienceMs);

function tooMany(): Problem {
  return new Problem('service-unavailable', 'Too many objects are being put by their keys.', { retry_after: 1 });
}
