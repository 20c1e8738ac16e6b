import { rpc } from '../../rpc.js';

export const plainFormType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
/** A plain request is shorter. */
export const longestPlainForm = 2_048;

/** A request for a client's own token, as it came. */
export interface ClientTokenRequest {
  form: string;
  authorization?: string;
}

export interface ClientTokenAnswer {
  access_token: string;
  expires_in: number;
  scope?: string;
  token_type: 'Bearer';
}

/** Answers requests in their order. The token endpoint itself must answer those with null. */
export const issueClientTokens = rpc<{ requests: ClientTokenRequest[] }>(
  'identity.tokens.issue-for-clients',
  null,
).returns<(ClientTokenAnswer | null)[]>();
