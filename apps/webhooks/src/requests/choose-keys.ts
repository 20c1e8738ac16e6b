import { keyOf, type OwnSecrets } from '../subscriptions/own-secrets.js';

/** The client's secret that signs first, then the other live one, if there is one. */
export type ClientSecretPair = readonly [string, ...string[]];

export interface Keys {
  /** The key of `X-Service-Signature`: the UTF-8 bytes of the client's current secret. */
  client: string;
  /** The keys of `webhook-signature`, which holds one signature for each. A text stands for its UTF-8 bytes. */
  standard: readonly (Buffer | string)[];
}

/** A secret whose time is over signs nothing. */
export function chooseKeys(own: OwnSecrets, client: ClientSecretPair, now: number): Keys {
  const { current, previous, clientUntil } = own;
  const secrets = [current, previous && now < previous.until ? previous.secret : null];
  const clientSigns = current === null || (clientUntil !== null && now < clientUntil);
  return {
    client: client[0],
    standard: [...secrets.flatMap((secret) => (secret === null ? [] : keyOf(secret))), ...(clientSigns ? client : [])],
  };
}
