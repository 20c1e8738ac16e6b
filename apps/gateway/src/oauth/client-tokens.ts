import {
  issueClientTokens,
  longestPlainForm,
  plainFormType,
  type ClientTokenAnswer,
  type ClientTokenRequest,
} from '@ces/contracts/identity/tokens/client-tokens';
import type { Bus } from '@ces/messaging/calls/bus';
import { inCall } from '@ces/messaging/calls/call-context';
import { requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import type { Tracing } from '@ces/messaging/tracing/tracing';
import type { FastifyRequest } from 'fastify';

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
const spans = requestsOfCall<ClientTokenRequest>('client', issueClientTokens.subject);

interface Waiting {
  asked: ClientTokenRequest;
  requestId: string;
  resolve: (answer: ClientTokenAnswer | null) => void;
}

/** Asks identity for tokens of clients, together for the plain requests that the event loop reads in one turn. */
export class ClientTokens {
  private waiting: Waiting[] = [];
  private underWay = 0;
  private restsUntil = -Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly tracing: Tracing,
  ) {}

  /** Null if the token endpoint itself must answer. */
  async answerTo(request: FastifyRequest): Promise<ClientTokenAnswer | null> {
    const asked = plainRequest(request);
    if (!asked || performance.now() < this.restsUntil) return null;
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
    const answers = this.underWay < mostCalls ? await this.ask(some) : [];
    some.forEach(({ resolve }, index) => {
      resolve(answers[index] ?? null);
    });
  }

  private async ask(some: Waiting[]): Promise<(ClientTokenAnswer | null)[]> {
    // A fault is logged under the id of the first request.
    const { requestId } = some[0] as Waiting;
    const asked = some.map((each) => each.asked);
    this.underWay += 1;
    try {
      return await this.tracing.inEach(spans, asked, (requests) =>
        inCall({ requestId }, () => this.bus.call(issueClientTokens, { requests }, { timeout: callMs })),
      );
    } catch {
      this.restsUntil = performance.now() + restMs;
      return [];
    } finally {
      this.underWay -= 1;
    }
  }
}

function plainRequest({ url, method, headers, body, call }: FastifyRequest): ClientTokenRequest | undefined {
  if (url !== path || method !== 'POST' || !plainFormType.test(headers['content-type'] ?? '')) return undefined;
  if (!Buffer.isBuffer(body) || body.length > longestPlainForm) return undefined;
  const form = body.toString();
  if (!grant.test(form)) return undefined;
  const { authorization } = headers;
  const { traceparent } = call;
  return {
    form,
    ...(authorization === undefined ? {} : { authorization }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
