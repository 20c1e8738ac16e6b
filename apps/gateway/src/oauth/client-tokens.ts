import {
  issueClientTokens,
  longestPlainForm,
  plainFormType,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import type { Bus } from '@ces/messaging/calls/bus';
import { inCall } from '@ces/messaging/calls/call-context';
import type { FastifyRequest } from 'fastify';
import { AskedTogether } from '../http/gathering/asked-together.js';

type Answers = Map<ClientTokenRequest, ClientTokenAnswer | null>;

const path = '/oauth2/token';
const grant = /(^|&)grant_type=client_credentials(&|$)/;
/** All answers of a call come when its last token is signed, so a large call would make the first ones wait. */
const mostInCall = 16;
/** The token endpoint gets all others, as it bounds them by its connections. */
const mostCalls = 8;
/** A token takes milliseconds. A replica of identity that is frozen gets calls until NATS notices. */
const callMs = 1_000;
/** After a call that has failed, the token endpoint gets all requests for this time. */
const restMs = 1_000;

/** Asks identity for tokens of clients, together for the plain requests that the event loop reads in one turn. */
export class ClientTokens {
  private readonly together = new AskedTogether<Answers, ClientTokenRequest>(mostInCall, (all) => this.ask(all));
  private underWay = 0;
  private restsUntil = -Infinity;

  constructor(private readonly bus: Bus) {}

  /** Null if the token endpoint itself must answer. */
  async answerTo(request: FastifyRequest): Promise<ClientTokenAnswer | null> {
    const asked = plainRequest(request);
    if (!asked || performance.now() < this.restsUntil) return null;
    const answers = await inCall(request.call, () => this.together.about(asked));
    return answers.get(asked) ?? null;
  }

  /** A token is stored nowhere, so that a request may be repeated at the token endpoint, whatever has failed. */
  private async ask(requests: ClientTokenRequest[]): Promise<Answers> {
    if (this.underWay === mostCalls) return new Map();
    this.underWay += 1;
    try {
      const answers = await this.bus.call(issueClientTokens, { requests }, { timeout: callMs });
      return new Map(requests.map((each, index) => [each, answers[index] ?? null]));
    } catch {
      this.restsUntil = performance.now() + restMs;
      return new Map();
    } finally {
      this.underWay -= 1;
    }
  }
}

/** A trace has a span for its request, so a request with one travels alone. */
function plainRequest({ url, method, headers, body, call }: FastifyRequest): ClientTokenRequest | undefined {
  if (url !== path || method !== 'POST' || call.traceparent !== undefined) return undefined;
  if (!plainFormType.test(headers['content-type'] ?? '')) return undefined;
  if (!Buffer.isBuffer(body) || body.length > longestPlainForm) return undefined;
  const form = body.toString();
  if (!grant.test(form)) return undefined;
  const { authorization } = headers;
  return { form, ...(authorization === undefined ? {} : { authorization }) };
}
