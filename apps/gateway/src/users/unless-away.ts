import { adminUser } from '@ces/contracts/identity/admin-users';
import { Problem } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import type { Bus } from '@ces/messaging/calls/bus';
import { currentCall, inCall } from '@ces/messaging/calls/call-context';

/** A service that hangs delays an answer that others can give by this much. */
export const patience = { timeout: 2_000 };

/** Undefined while the service that is asked does not answer. */
export async function unlessAway<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.code === 'service-unavailable') return undefined;
    throw error;
  }
}

/**
 * Gathers what several services know about a user whom identity knows, also a closed one. Identity notes the read of the
 * administrator, so the others need not write about it.
 */
export async function aboutUser<T>(bus: Bus, user_id: string, gather: () => Promise<T>): Promise<T> {
  if (!isUserId(user_id)) throw new Problem('user-not-found', 'There is no such user.');
  await bus.call(adminUser, { user_id });
  const call = currentCall();
  if (!call?.readNoted) return gather();
  const noted = { ...call };
  delete noted.read;
  return inCall(noted, gather);
}
