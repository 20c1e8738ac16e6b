import type { Rpc } from '@ces/contracts/rpc';
import { inCall } from '@ces/messaging/calls/call-context';
import { RunningService } from '@ces/testing/services/start-service';
import { identity } from '../src/identity.module.js';

/** The identity service alone. Without other settings it finds no mail server. */
export function startIdentity(settings: Record<string, string> = {}): Promise<RunningService> {
  return RunningService.start(identity, { SMTP_URL: 'smtp://127.0.0.1:1', ...settings });
}

export function callWithKey<Request extends object, Reply>(
  { bus }: RunningService,
  contract: Rpc<Request, Reply>,
  request: Request,
  key: string,
): Promise<Reply> {
  return inCall({ requestId: 'spec', idempotency: { scope: 'spec', key, hash: key } }, () =>
    bus.call(contract, request),
  );
}
