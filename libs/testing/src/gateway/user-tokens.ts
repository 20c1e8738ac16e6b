import { createHash, randomBytes } from 'node:crypto';
import { Browser, type Page } from './browser.js';
import { callback, type TestPlatform } from './test-platform.js';

export interface Tokens {
  status: number;
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  issued_token_type?: string;
  scope: string;
  expires_in: number;
  token_type: string;
  error?: string;
  error_description?: string;
  /** Only in an introspection. */
  active?: boolean;
  headers: Headers;
}

export interface Client {
  id: string;
  secret: string;
}

export async function oauthForm(
  platform: TestPlatform,
  form: Record<string, string>,
  client: Client = platform.credentials,
  path = 'token',
): Promise<Tokens> {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const answer = await fetch(`${platform.url}/oauth2/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  return {
    ...(text === '' ? {} : (JSON.parse(text) as Tokens)),
    status: answer.status,
    headers: answer.headers,
  } as Tokens;
}

export interface BegunSignIn {
  browser: Browser;
  page: Page;
  verifier: string;
}

export async function openSignIn(
  platform: TestPlatform,
  more: Record<string, string> = {},
  browser = new Browser(platform.url),
): Promise<BegunSignIn> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: platform.credentials.id,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid profile cards optins rewards account offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of the spec',
    ...more,
  });
  return { browser, verifier, page: await browser.open(`${platform.url}/oauth2/authorize?${query.toString()}`) };
}

export async function codeFor(begun: BegunSignIn, username: string, password: string): Promise<string> {
  const page = await begun.browser.submit(begun.page, { username, password, action: 'sign-in' });
  const code = new URL(page.url).searchParams.get('code');
  if (code === null) throw new Error(`no code: ${page.status} ${page.url} ${page.html}`);
  return code;
}

export function redeem(platform: TestPlatform, code: string, code_verifier: string): Promise<Tokens> {
  return oauthForm(platform, { grant_type: 'authorization_code', code, code_verifier, redirect_uri: callback });
}

export async function signIn(
  platform: TestPlatform,
  username: string,
  password: string,
  scope?: string,
): Promise<Tokens> {
  const begun = await openSignIn(platform, scope === undefined ? {} : { scope });
  return redeem(platform, await codeFor(begun, username, password), begun.verifier);
}
