import type { ExecutionContext } from '@nestjs/common';

/** Is told of every token that is bad, before its caller is; what it throws is the answer instead. */
export abstract class BadTokens {
  abstract seen(context: ExecutionContext): Promise<void>;
}
