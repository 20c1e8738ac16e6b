import { caller } from './caller.js';
import { Refusal } from './refusal.js';

/** Routes that only read, although they are a POST. The service need not remember their answers. */
const reads = /:(audience|preview|simulate|validate)$/;
/** The last request to each address whose outcome nobody knows. */
const open = new Map<string, { input: string; key: string; begun: number }>();
/** The same input is another change after this time. */
const lastsMs = 10 * 60_000;

/** Whether a route takes an `Idempotency-Key`. */
export function takesKey(method: string, path: string): boolean {
  return (method === 'post' && !reads.test(path)) || (method === 'put' && path.includes('/by-name/'));
}

/**
 * Sends with a key that stays the same while the same input is sent again after a lost answer, so that a second click changes
 * nothing twice. An answer, and another input, end the key: the next request is one of its own.
 */
export async function withKey<Answer>(
  address: string,
  body: unknown,
  act: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const place = `${caller.client ?? ''} ${address}`;
  const input = inputOf(body);
  const before = open.get(place);
  const isAgain = before?.input === input && Date.now() - before.begun < lastsMs;
  const asked = isAgain ? before : { input, key: newKey(), begun: Date.now() };
  open.set(place, asked);
  const settle = (): void => {
    if (open.get(place) === asked) open.delete(place);
  };
  try {
    const answer = await act(asked.key);
    settle();
    return answer;
  } catch (error) {
    if (!mayBeDone(error)) settle();
    throw error;
  }
}

/** No answer, a broken one or an older request that still runs: the service may have made the change. */
function mayBeDone(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true;
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency-in-progress';
}

/** A file counts by what its system tells of it: reading it again could take minutes. */
function inputOf(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body ?? null);
  const parts = [...body].map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  ]);
  return JSON.stringify(parts);
}

/** `randomUUID` is missing from pages that come over plain HTTP. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
