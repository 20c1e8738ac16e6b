import { NeedsClientToken } from '@ces/auth/tokens.decorator';
import type { ClientScope } from '@ces/contracts/clients';
import { applyDecorators, UseGuards } from '@nestjs/common';
import { EdgeGuard } from './edge.guard.js';

/** The call needs a client's token with this scope; the client's rate and the idempotency key come after it. */
export function ClientToken(scope: ClientScope) {
  return applyDecorators(NeedsClientToken(scope), UseGuards(EdgeGuard));
}
