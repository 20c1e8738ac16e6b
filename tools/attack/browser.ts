import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { send, type Answer, type Sending } from './send.ts';
import { PUBLIC_URL } from './settings.ts';
import { CALLBACK, type Client, type World } from './world.ts';

export interface Page {
  /** 0 if the address is outside of the service; a browser would go there. */
  status: number;
  url: string;
  html: string;
  headers: IncomingHttpHeaders;
}

export interface Place {
  /** The gateway of the stack by default. */
  port?: number;
  /** An address of this request alone by default. */
  from?: string;
  headers?: Record<string, string>;
}

let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `127.1.${addresses >> 8}.${addresses & 255}`;
}

/** Keeps cookies, follows redirects within the service, and sends forms. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string; text: string }>();
  readonly #port: number;
  readonly #from: string;
  readonly #headers: Record<string, string>;

  constructor(world: World, { port = world.port, from = newAddress(), headers = {} }: Place = {}) {
    this.#port = port;
    this.#from = from;
    this.#headers = headers;
  }

  async open(url: string, sending: Omit<Sending, 'path'> = {}): Promise<Page> {
    let address = new URL(url, PUBLIC_URL);
    let request = sending;
    for (let hops = 0; hops < 10; hops += 1) {
      if (address.origin !== PUBLIC_URL) return { status: 0, url: address.href, html: '', headers: {} };
      const answer = await this.#fetch(address, request);
      const { location } = answer.headers;
      if (location === undefined)
        return { status: answer.status, url: address.href, html: answer.text, headers: answer.headers };
      address = new URL(location, address);
      request = {};
    }
    throw new Error(`redirected too often: ${address.href}`);
  }

  submit(page: Page, filled: Record<string, string>): Promise<Page> {
    const action = /<form [^>]*action="([^"]*)"/.exec(page.html)?.[1] ?? '';
    const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const given = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const url = new URL(action.replaceAll('&amp;', '&'), page.url).href;
    return this.open(url, { method: 'POST', body: new URLSearchParams({ ...given, ...filled }) });
  }

  async #fetch(address: URL, request: Omit<Sending, 'path'>): Promise<Answer> {
    const matching = [...this.cookies].filter(([, { path }]) => address.pathname.startsWith(path));
    const cookie = matching.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const answer = await send(this.#port, {
      ...request,
      from: this.#from,
      path: `${address.pathname}${address.search}`,
      headers: {
        accept: 'text/html',
        ...(cookie === '' ? {} : { cookie }),
        ...(request.method === 'POST' ? { origin: PUBLIC_URL } : {}),
        ...this.#headers,
      },
    });
    for (const text of answer.headers['set-cookie'] ?? []) this.#keep(text);
    return answer;
  }

  #keep(text: string): void {
    const [pair = ''] = text.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const path = /; ?path=([^;]*)/i.exec(text)?.[1] ?? '/';
    this.cookies.set(name, { value: pair.slice(name.length + 1), path, text });
  }
}

export interface Begun {
  verifier: string;
  page: Page;
  browser: Browser;
}

/** A sign-in by code and PKCE; `more` replaces parameters, and an empty text removes one. */
export function authorizeQuery(client: Client, verifier: string, more: Record<string, string> = {}): string {
  const all = {
    client_id: client.id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state-of-the-attack',
    ...more,
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
}

export async function openSignIn(
  world: World,
  client: Client,
  more: Record<string, string> = {},
  browser = new Browser(world),
): Promise<Begun> {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, browser, page: await browser.open(`/oauth2/authorize?${authorizeQuery(client, verifier, more)}`) };
}

export function enterPassword({ browser, page }: Begun, username: string, password: string): Promise<Page> {
  return browser.submit(page, { username, password, action: 'sign-in' });
}

export async function codeFor(
  world: World,
  client: Client,
  person: { username: string; password: string },
  more: Record<string, string> = {},
): Promise<{ code: string; verifier: string }> {
  const begun = await openSignIn(world, client, more);
  const page = await enterPassword(begun, person.username, person.password);
  const code = new URL(page.url).searchParams.get('code');
  if (code === null) throw new Error(`no code: ${page.status} ${page.url} ${page.html.slice(0, 500)}`);
  return { code, verifier: begun.verifier };
}
