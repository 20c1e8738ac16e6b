import type { ClientTokenAnswer, ClientTokenRequest } from '@ces/contracts/identity/tokens/client-tokens';
import type { Bus } from '@ces/messaging/calls/bus';
import type { FastifyRequest } from 'fastify';
import { ClientTokens } from './client-tokens.js';

const realNow = performance.now.bind(performance);
const token: ClientTokenAnswer = { access_token: 'token', expires_in: 300, token_type: 'Bearer' };

function requestOf(body: string): FastifyRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { url: '/oauth2/token', method: 'POST', headers, body: Buffer.from(body), call: { requestId: 'r' } };
  return request as unknown as FastifyRequest;
}

/** Identity, whose answers wait for `held`. */
class Identity {
  readonly calls: number[] = [];
  held: Promise<void> = Promise.resolve();

  async call(_contract: unknown, { requests }: { requests: ClientTokenRequest[] }): Promise<ClientTokenAnswer[]> {
    this.calls.push(requests.length);
    await this.held;
    return requests.map(() => token);
  }
}

describe('tokens of clients over NATS', () => {
  let identity: Identity;
  let tokens: ClientTokens;
  const ask = (): Promise<ClientTokenAnswer | null> => tokens.answerTo(requestOf('grant_type=client_credentials'));

  beforeEach(() => {
    identity = new Identity();
    tokens = new ClientTokens(identity as unknown as Bus);
  });

  afterEach(() => {
    Object.assign(performance, { now: realNow });
  });

  it('are asked for in few calls at once, and the token endpoint gets the other requests', async () => {
    const held = Promise.withResolvers<undefined>();
    identity.held = held.promise;
    const answers = Array.from({ length: 8 * 16 + 1 }, ask);
    expect(await answers.at(-1)).toBeNull();
    expect(identity.calls).toEqual(Array.from({ length: 8 }, () => 16));
    held.resolve(undefined);
    expect(await Promise.all(answers.slice(0, -1))).toEqual(Array.from({ length: 128 }, () => token));
  });

  it('are left to the token endpoint for a second after a call has failed', async () => {
    let now = 0;
    Object.assign(performance, { now: () => now });
    identity.held = Promise.reject(new Error('no answer'));
    expect(await ask()).toBeNull();
    identity.held = Promise.resolve();
    now = 999;
    expect(await ask()).toBeNull();
    now = 1_000;
    expect(await ask()).toEqual(token);
    expect(identity.calls).toEqual([1, 1]);
  });
});
