import type { InvitedOperator } from '@ces/contracts/identity/operators/operators';
import type { OperatorRole } from '@ces/contracts/identity/operators/roles';
import { Browser, type Page } from '@ces/testing/gateway/browser';
import type { Platform } from './platform.js';

export const operatorPassword = 'a long enough secret';

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the console's header is sent; it is unless false. */
  marked?: boolean;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

let made = 0;

/** An operator and the browser in which the console runs. */
export class OperatorWorld {
  private constructor(
    readonly platform: Platform,
    readonly operator: InvitedOperator,
    readonly browser: Browser,
  ) {}

  /** An operator of this role who has chosen a password, and has not signed in. */
  static async invited(platform: Platform, role: OperatorRole): Promise<OperatorWorld> {
    made += 1;
    const email = `${role}-${made}-${Date.now()}@shop.example`;
    const answer = await platform.api.post('/api/1/admin/operators', { name: `Olga ${role}`, email, role });
    const operator = answer.body as InvitedOperator;
    const browser = new Browser(platform.url);
    const form = await browser.open('/console/invitation');
    const token = new URLSearchParams(new URL(operator.invitation_url).hash.slice(1)).get('token') ?? '';
    await browser.submit(form, { token, password: operatorPassword });
    return new OperatorWorld(platform, operator, browser);
  }

  static async signedIn(platform: Platform, role: OperatorRole): Promise<OperatorWorld> {
    const world = await OperatorWorld.invited(platform, role);
    await world.signIn();
    return world;
  }

  inAnotherBrowser(): OperatorWorld {
    return new OperatorWorld(this.platform, this.operator, new Browser(this.platform.url));
  }

  /** The page at the end, below which nothing may be served yet: only its address counts. */
  async signIn(password = operatorPassword, returnTo = '/console/customers?q=anna'): Promise<Page> {
    const form = await this.browser.open(`/console/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
    return this.browser.submit(form, { username: this.operator.email, password, action: 'sign-in' });
  }

  get cookie(): string {
    return this.browser.cookie('ces_console') ?? '';
  }

  /** A call as the console's pages make it. */
  async call(method: string, path: string, { body, headers = {}, marked = true }: Call = {}): Promise<Answered> {
    const answer = await fetch(`${this.platform.url}${path}`, {
      method,
      headers: {
        cookie: `ces_console=${this.cookie}`,
        ...(marked ? { 'x-console': '1' } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }
}
