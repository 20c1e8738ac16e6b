import type { AccessToken } from '@ces/auth/access-token';
import { OperatorCaller } from '@ces/auth/operator-caller';
import type { PresentedNonce } from '@ces/contracts/identity/registration';

/** The client and the user of the token that came with a nonce. An operator who names no client is compared with none. */
export function presenter(caller: AccessToken | undefined): Omit<PresentedNonce, 'nonce'> {
  if (!caller) return {};
  if (caller instanceof OperatorCaller) return { by_client: caller.client };
  return { by_client: caller.client_id, by_user: caller.token_use === 'user' ? caller.sub : undefined };
}
