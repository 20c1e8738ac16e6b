export const signInPath = '/oauth2/sign-in';
export const longestUsername = 320;

/** The address is relative, so that the page with this link is the same in every sign-in. */
export function forgottenAddress(hint: string): string {
  return `?${new URLSearchParams({ forgot: 'yes', ...(hint === '' ? {} : { login_hint: hint }) }).toString()}`;
}

export function signUpAddress(uid: string): string {
  return `${signInPath}/${uid}/create`;
}

/** The login hint travels in the address and is not stored: it names no user yet, so no erasure would find it. */
export function signInAddress(uid: string, hint: unknown): string {
  if (typeof hint !== 'string') return `${signInPath}/${uid}`;
  return `${signInPath}/${uid}?${new URLSearchParams({ login_hint: hint.slice(0, longestUsername) }).toString()}`;
}

export const providerOutcomes = ['unknown', 'cancelled', 'refused', 'away'] as const;
/**
 * `unknown`: no user is connected with the account at the provider. `cancelled`: the user went back. `refused`: the
 * provider or its answer is not accepted. `away`: the provider does not answer.
 */
export type ProviderOutcome = (typeof providerOutcomes)[number];

export function outcomeAddress(uid: string, provider: string, outcome: ProviderOutcome): string {
  return `${signInPath}/${uid}?${new URLSearchParams({ provider, outcome }).toString()}`;
}

/** A provider sends the browser back to this address. The cookie of the sign-in is sent only below it. */
export function returnAddress(uid: string): string {
  return `${signInPath}/${uid}/callback`;
}
