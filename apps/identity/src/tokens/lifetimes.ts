const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds. A refresh token is good for 30 days after its last use, and for as long as its grant in all. */
export const lifetimes = {
  AuthorizationCode: minute,
  /** Short, because strangers begin them. */
  Interaction: 15 * minute,
  IdToken: 15 * minute,
  Session: 12 * hour,
  RefreshToken: 30 * day,
  Grant: 90 * day,
};

interface Session {
  accountId?: string | undefined;
  loginTs?: number | undefined;
}

/**
 * What is left of a session: its life begins with the sign-in, and is not prolonged by use. One without a user only carries
 * the question of signing out.
 */
export function sessionSeconds({ accountId, loginTs }: Session): number {
  if (accountId === undefined) return lifetimes.Interaction;
  const now = Math.floor(Date.now() / 1_000);
  return Math.max(1, (loginTs ?? now) + lifetimes.Session - now);
}

/** The second at which a grant of these scopes ends: it is kept no longer than something can come of it. */
export function grantEnd(scopes: string[], secondsWithoutRefresh: number): number {
  const seconds = scopes.includes('offline_access') ? lifetimes.Grant : secondsWithoutRefresh;
  return Math.floor(Date.now() / 1_000) + seconds;
}
