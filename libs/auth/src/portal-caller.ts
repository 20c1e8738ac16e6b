import type { AccessToken } from './access-token.js';

const bearer = /^bearer +(ps_[\w-]{43})$/i;

/** The token of a link to the portal. It is opaque: the sessions themselves say what it opens. */
export function portalTokenIn(header: string): string | undefined {
  return bearer.exec(header)?.[1];
}

/** Knows the sessions of the portal for webhook subscribers. */
export abstract class PortalSessions {
  /** Undefined when the session has ended, or when there was none. */
  abstract find(token: string): Promise<PortalCaller | undefined>;
}

/** A subscriber without an account, who came by a link that a client has made. */
export class PortalCaller implements AccessToken {
  readonly token_use = 'portal';
  readonly iss = '';
  readonly scope = '';
  readonly iat = 0;
  readonly ver = 0;
  readonly sub: string;
  readonly jti: string;

  constructor(
    id: string,
    /** The client that owns the webhooks. */
    readonly client_id: string,
    /** The webhooks that the link names. The caller must see no others. */
    readonly webhookIds: readonly string[],
    readonly exp: number,
  ) {
    this.sub = `portal:${id}`;
    this.jti = id;
  }
}
