import type { CallContext } from '@ces/messaging/calls/call-context';
import { createHash } from 'node:crypto';

/** Sets the hash of a form's idempotency key. It is known only after the form is read, later than for other bodies. */
export function keyForm(call: CallContext, fileDigest: string, fields: object): void {
  if (!call.idempotency) return;
  const { scope, key } = call.idempotency;
  const hash = createHash('sha256')
    .update(`${fileDigest} ${JSON.stringify(fields)}`)
    .digest('base64url');
  call.idempotency = { scope, key, hash };
}
