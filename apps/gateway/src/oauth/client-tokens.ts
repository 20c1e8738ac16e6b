import {
  issueClientTokens,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import type { Bus } from '@ces/messaging/calls/bus';
import { inCall } from '@ces/messaging/calls/call-context';
import type { FastifyRequest } from 'fastify';

const path = '/oauth2/token';
const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const grant = /(^|&)grant_type=client_credentials(&|$)/;
/** A plain request is shorter. */
const longestForm = 2_048;
/** All answers of a call come when its last token is signed, so a large call would make the first ones wait. */
const mostInCall = 16;
/** While identity is frozen, the token endpoint answers for it after that. */
const callMs = 2_000;

interface Waiting {
  asked: ClientTokenRequest;
  requestId: string;
  resolve: (answer: ClientTokenAnswer | null) => void;
}

/** Asks identity for tokens of clients, together for the plain requests that the event loop reads in one turn. */
export class ClientTokens {
  private waiting: Waiting[] = [];

  constructor(private readonly bus: Bus) {}

  /** Null if the token endpoint itself must answer. */
  async answerTo(request: FastifyRequest): Promise<ClientTokenAnswer | null> {
    const asked = plainRequest(request);
    if (!asked) return null;
    return new Promise((resolve) => {
      if (this.waiting.push({ asked, requestId: request.call.requestId, resolve }) > 1) return;
      setImmediate(() => {
        this.send();
      });
    });
  }

  private send(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let from = 0; from < all.length; from += mostInCall) void this.call(all.slice(from, from + mostInCall));
  }

  /** A token is stored nowhere, so that a request may be repeated at the token endpoint, whatever has failed. */
  private async call(some: Waiting[]): Promise<void> {
    const requests = some.map(({ asked }) => asked);
    // A fault is logged under the id of the first request.
    const { requestId } = some[0] as Waiting;
    const issue = () => this.bus.call(issueClientTokens, { requests }, { timeout: callMs });
    const answers = await inCall({ requestId }, issue).catch(() => []);
    some.forEach(({ resolve }, index) => {
      resolve(answers[index] ?? null);
    });
  }
}

function plainRequest({ url, method, headers, body }: FastifyRequest): ClientTokenRequest | undefined {
  if (url !== path || method !== 'POST' || !formType.test(headers['content-type'] ?? '')) return undefined;
  if (!Buffer.isBuffer(body) || body.length > longestForm) return undefined;
  const form = body.toString();
  if (!grant.test(form)) return undefined;
  const { authorization } = headers;
  return { form, ...(authorization === undefined ? {} : { authorization }) };
}
