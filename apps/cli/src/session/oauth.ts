import { Ces, CesError, type Tokens } from '@ces/sdk';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Granted {
  access_token: string;
  refresh_token?: string;
  expires_at: number;
}

export async function askForToken(url: string, form: Record<string, string>): Promise<Granted> {
  const anonymous = new Ces({ baseUrl: url });
  const body = new URLSearchParams(form);
  const { access_token, refresh_token, expires_in } = await anonymous.request<Tokens>('POST', '/oauth2/token', {
    body,
  });
  return {
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    expires_at: Date.now() + expires_in * 1_000,
  };
}

/** The service ends all that came from this sign-in. */
export async function endSignIn(url: string, clientId: string, token: string): Promise<void> {
  const body = new URLSearchParams({ client_id: clientId, token });
  await new Ces({ baseUrl: url }).request('POST', '/oauth2/revoke', { body });
}

/** The scopes that an access token has by its own words. */
export function scopesOf(accessToken: string): string[] {
  const [, claims = ''] = accessToken.split('.');
  const { scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string };
  return scope.split(' ').filter((each) => each !== '');
}

interface DeviceCode {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

interface SignIn {
  clientId: string;
  scope: string;
  signal: AbortSignal;
  show: (text: string) => void;
}

/** RFC 8628: the person confirms in any browser, on any machine. */
export async function signInByDevice(url: string, { clientId, scope, signal, show }: SignIn): Promise<Granted> {
  const anonymous = new Ces({ baseUrl: url });
  const form = new URLSearchParams({ client_id: clientId, scope });
  const code = await anonymous.request<DeviceCode>('POST', '/oauth2/device', { body: form });
  show(`Open ${code.verification_uri_complete ?? code.verification_uri} and confirm the code ${code.user_code}.`);
  let seconds = code.interval ?? 5;
  for (const until = Date.now() + code.expires_in * 1_000; Date.now() < until;) {
    await sleep(seconds * 1_000, undefined, { signal });
    try {
      return await askForToken(url, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: clientId,
        device_code: code.device_code,
      });
    } catch (error) {
      if (!(error instanceof CesError)) throw error;
      if (error.code === 'slow_down') seconds += 5;
      else if (error.code !== 'authorization_pending') throw error;
    }
  }
  throw new Error('Nobody has confirmed the code in time.');
}

/** RFC 8252: the browser on this machine comes back to a port of ours. */
export async function signInByBrowser(url: string, { clientId, scope, signal, show }: SignIn): Promise<Granted> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [verifier, state] = [randomBytes(32), randomBytes(16)].map((bytes) => bytes.toString('base64url'));
    const query = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri, scope, state: state ?? '' },
      code_challenge: createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url'),
      code_challenge_method: 'S256',
    };
    show(`Open ${url}/oauth2/authorize?${new URLSearchParams(query).toString()}`);
    for (;;) {
      const [request, answer] = (await once(server, 'request', { signal })) as [IncomingMessage, ServerResponse];
      const { searchParams } = new URL(request.url ?? '/', redirect_uri);
      const code = searchParams.get('code');
      const isOurs = searchParams.get('state') === state;
      answer.end(isOurs && code !== null ? 'You are signed in. You can close this page.' : 'This is no sign-in.');
      if (isOurs && code === null) throw new Error(searchParams.get('error') ?? 'The sign-in has failed.');
      if (!isOurs || code === null) continue;
      const grant = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri };
      return await askForToken(url, { ...grant, code_verifier: verifier ?? '' });
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
