import type { CallContext } from '@ces/messaging/calls/call-context';
import { createHash } from 'node:crypto';

/** The edge has not seen the body of a form: what was sent under an idempotency key is known only when it was read. */
export function keyForm(call: CallContext, fileDigest: string, fields: object): void {
  if (!call.idempotency) return;
  const { scope, key } = call.idempotency;
  const hash = createHash('sha256')
    .update(`${fileDigest} ${JSON.stringify(fields)}`)
    .digest('base64url');
  call.idempotency = { scope, key, hash };
}
