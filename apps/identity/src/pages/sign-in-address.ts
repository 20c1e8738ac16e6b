export const signInPath = '/oauth2/sign-in';
export const longestUsername = 320;

/**
 * The page for people who forgot their password, within a sign-in. A relative address, so that the page with this link is the
 * same in every sign-in.
 */
export function forgottenAddress(hint: string): string {
  return `?${new URLSearchParams({ forgot: 'yes', ...(hint === '' ? {} : { login_hint: hint }) }).toString()}`;
}

/** The page of a sign-in on which people without an account register. */
export function signUpAddress(uid: string): string {
  return `${signInPath}/${uid}/create`;
}

/** The login hint travels in the address and is not stored: it names no user yet, so no erasure would find it. */
export function signInAddress(uid: string, hint: unknown): string {
  if (typeof hint !== 'string') return `${signInPath}/${uid}`;
  return `${signInPath}/${uid}?${new URLSearchParams({ login_hint: hint.slice(0, longestUsername) }).toString()}`;
}
