import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';

/** Calls a handler that Nest has wrapped, and gives back what the method returned, or throws what it threw. */
export async function invoke(handler: MessageHandler, payload: unknown, context?: unknown): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}
