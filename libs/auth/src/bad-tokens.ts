import type { ExecutionContext } from '@nestjs/common';

/** The guard calls these for each token that it refuses, before it answers. An error that they throw replaces the answer. */
export abstract class BadTokens {
  /** The token is forged, expired, revoked or malformed. */
  abstract seen(context: ExecutionContext): Promise<void>;

  abstract lacksScope(context: ExecutionContext): Promise<void>;
}
