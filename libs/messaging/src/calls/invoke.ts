import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';

/** Calls a handler that Nest has wrapped. Returns what the method returns, and throws what it throws. */
export async function invoke(handler: MessageHandler, payload: unknown, context?: unknown): Promise<unknown> {
  const result: unknown = await handler(payload, context);
  return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
}
