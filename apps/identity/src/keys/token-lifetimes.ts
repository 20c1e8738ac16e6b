const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds that an access token lives. Its revocation is remembered for about as long. */
export const accessTokenSeconds = 15 * minute;

/** Seconds. A refresh token lives for 30 days after its last use, and at most as long as its grant. */
export const lifetimes = {
  AuthorizationCode: minute,
  /** Short, because anonymous callers ask for them. */
  DeviceCode: 10 * minute,
  /** Short, because anonymous callers begin interactions. */
  Interaction: 15 * minute,
  IdToken: 15 * minute,
  Session: 12 * hour,
  RefreshToken: 30 * day,
  Grant: 90 * day,
};
