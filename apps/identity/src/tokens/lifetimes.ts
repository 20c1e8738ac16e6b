const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds. A refresh token is good for 30 days after its last use, and for as long as its grant in all. */
export const lifetimes = {
  AuthorizationCode: minute,
  Interaction: 30 * minute,
  IdToken: 15 * minute,
  Session: 12 * hour,
  RefreshToken: 30 * day,
  Grant: 90 * day,
};
