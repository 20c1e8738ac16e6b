import { CesError } from './ces-error.ts';

const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** A caller should hear of a longer pause instead of waiting for it. */
const longestRetryAfterSeconds = 60;

/** True if nothing was done, or if doing it again changes nothing more. */
export function isWorthRetrying(error: CesError): boolean {
  if (error.code === 'network' || error.code === 'timeout') return true;
  if (error.code === 'idempotency-in-progress') return true;
  if (![408, 429, 500, 502, 503, 504].includes(error.status)) return false;
  return (error.retryAfterSeconds ?? 0) <= longestRetryAfterSeconds;
}

/** Grows with each attempt. The half is random, so that callers who failed together do not come back together. */
export function pauseMs(attempt: number, error: CesError, random = Math.random): number {
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
  const own = ceiling / 2 + (random() * ceiling) / 2;
  const told = (error.retryAfterSeconds ?? 0) * 1_000;
  return told === 0 ? own : told + random() * firstPauseMs;
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new CesError('aborted', 'The caller has aborted the call', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
