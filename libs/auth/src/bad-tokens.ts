import type { ExecutionContext } from '@nestjs/common';

/** The guard calls this for each bad token before it answers. What `seen` throws replaces the answer. */
export abstract class BadTokens {
  abstract seen(context: ExecutionContext): Promise<void>;
}
