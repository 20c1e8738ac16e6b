import type { ExecutionContext } from '@nestjs/common';

/** The guard calls these for each token that it refuses, before it answers. What they throw replaces the answer. */
export abstract class BadTokens {
  abstract seen(context: ExecutionContext): Promise<void>;

  /** The token is good, but the route needs a scope that it lacks. */
  abstract lacksScope(context: ExecutionContext): Promise<void>;
}
