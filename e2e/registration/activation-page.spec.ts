import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { runInNewContext } from 'node:vm';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';

const registration = {
  client: 'Shop <1>',
  username: 'anna@example.com',
  firstName: 'Anna',
  infix: '',
  lastName: 'Berg',
  registered_at: '2026-11-21T09:30:00.000Z',
};

interface Answer {
  status: number;
  code?: string;
  retryAfter?: string;
}

interface Element {
  hidden: boolean;
  disabled: boolean;
  value: string;
  textContent: string;
  focus(): void;
  addEventListener(what: string, act: (event: { preventDefault(): void }) => unknown): void;
}

/** The page in a minimal document for its script; `fetch` returns `answers` in turn. */
class OpenPage {
  readonly elements = new Map<string, Element>();
  readonly sent: [path: string, body: unknown][] = [];
  readonly addresses: string[] = [];
  private readonly handlers = new Map<string, (event: { preventDefault(): void }) => unknown>();

  constructor(
    private readonly html: string,
    private readonly answers: (Answer | Error)[],
  ) {
    for (const [tag = '', id = ''] of html.matchAll(/<[^>]* id="([\w-]+)"[^>]*>/g)) {
      this.elements.set(id, this.element(id, / hidden/.test(tag)));
    }
  }

  async run(script: string, url: string): Promise<void> {
    const [, attributes = ''] = /<main([^>]*)>/.exec(this.html) ?? [];
    const data = [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text]);
    const { hash, pathname, search } = new URL(url, 'http://ces.example');
    runInNewContext(script, {
      document: {
        querySelector: () => ({ dataset: Object.fromEntries(data) }),
        querySelectorAll: () => [],
        getElementById: (id: string) => this.part(id),
      },
      location: { hash, pathname, search },
      history: { replaceState: (_: unknown, __: string, address: string) => this.addresses.push(address) },
      addEventListener: () => undefined,
      fetch: (path: string, { body }: { body: string }) => {
        this.sent.push([path, JSON.parse(body)]);
        return this.answer();
      },
      URLSearchParams,
    });
    await this.waitForScript();
  }

  part(id: string): Element {
    const element = this.elements.get(id);
    if (!element) throw new Error(`the page has no #${id}`);
    return element;
  }

  async act(id: string, value?: string): Promise<void> {
    if (value !== undefined) this.part(id === 'fresh' ? 'new-password' : 'password').value = value;
    await this.handlers.get(id)?.({ preventDefault: () => undefined });
    await this.waitForScript();
  }

  get shown(): string[] {
    return ['registration', 'known', 'fresh', 'removal'].filter((id) => !this.part(id).hidden);
  }

  get status(): string {
    return this.part('status').textContent;
  }

  private async answer() {
    const answer = this.answers.shift() ?? new Error('no answer is left');
    if (answer instanceof Error) throw answer;
    const { status, code, retryAfter = null } = answer;
    return Promise.resolve({
      status,
      headers: { get: () => retryAfter },
      json: () => Promise.resolve(code === undefined ? registration : { code }),
    });
  }

  private waitForScript(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  private element(id: string, hidden: boolean): Element {
    return {
      hidden,
      disabled: false,
      value: '',
      textContent: '',
      focus: () => undefined,
      addEventListener: (_, act) => this.handlers.set(id, act),
    };
  }
}

describe('the activation page', () => {
  let gateway: NestFastifyApplication;

  beforeAll(async () => {
    gateway = await createGateway(testConfig(GatewayConfig, {}));
  });

  afterAll(() => gateway.close());

  const open = async (url: string, ...answers: (Answer | Error)[]) => {
    const page = new OpenPage((await gateway.inject({ url })).body, answers);
    await page.run((await gateway.inject({ url: '/pages/activate.js' })).body, url);
    return page;
  };
  const link = '/activate?locale=en_GB#nonce=abc';
  const fine = { status: 200 };

  it.each([
    ['en_GB', 'Activate my account', 'This was not me'],
    ['nl_NL', 'Mijn account activeren', 'Dit was ik niet'],
    ['de_DE', 'Mein Konto aktivieren', 'Das war ich nicht'],
  ])('is written in %s', async (locale, activate, reject) => {
    const page = await gateway.inject({ url: `/activate?locale=${locale}` });
    expect(page.headers['content-language']).toBe(locale.replace('_', '-'));
    for (const button of [activate, reject]) expect(page.body).toContain(`>${button}</button>`);
    expect(page.body).not.toContain('undefined');
  });

  it('shows the name, the client and the time of the registration, and changes nothing by itself', async () => {
    const page = await open(link, fine);
    expect(page.sent).toEqual([['/api/1/user/activator/registration', { nonce: 'abc' }]]);
    const facts = ['client', 'name', 'username'].map((id) => page.part(id).textContent);
    expect(facts).toEqual(['Shop <1>', 'Anna Berg', 'anna@example.com']);
    expect(page.part('registered').textContent).toContain('21 November 2026');
    expect([page.shown, page.status]).toEqual([['registration', 'known'], '']);
  });

  it('activates the account with the password of the registration', async () => {
    const page = await open(link, fine, { status: 400, code: 'password-wrong' }, fine);
    await page.act('known', 'wrong horse');
    expect(page.status).toBe('The password is wrong. You can try again, or set a new one.');
    expect([page.shown, page.addresses]).toEqual([['registration', 'known'], []]);
    await page.act('known', 'correct horse');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/confirm', { nonce: 'abc', password: 'correct horse' }]);
    expect([page.status, page.shown]).toEqual(['Thank you! Your account is active, and you can sign in.', []]);
    expect(page.addresses).toEqual(['/activate?locale=en_GB']);
  });

  it('sets a new password', async () => {
    const page = await open(link, fine, { status: 400, code: 'validation-failed' }, fine);
    await page.act('choose-new');
    expect(page.shown).toEqual(['registration', 'fresh']);
    await page.act('fresh', 'short');
    expect(page.status).toBe('The password must have 8 to 256 characters.');
    await page.act('fresh', 'my own password');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/password', { nonce: 'abc', password: 'my own password' }]);
    expect(page.status).toBe('Thank you! Your account is active, and you can sign in.');
  });

  it('removes the registration after a confirmation', async () => {
    const page = await open(link, fine, fine);
    await page.act('not-me');
    expect([page.shown, page.sent.length]).toEqual([['registration', 'removal'], 1]);
    await page.act('removal');
    expect(page.sent.at(-1)).toEqual(['/api/1/user/activator/reject', { nonce: 'abc' }]);
    expect([page.status, page.shown]).toEqual(['The registration has been removed. Thank you for telling us.', []]);
  });

  it.each<[Answer | Error, string]>([
    [{ status: 410, code: 'nonce-gone' }, 'This link was used already or has expired.'],
    [{ status: 400, code: 'nonce-invalid' }, 'This link is not complete.'],
    [{ status: 503, code: 'service-unavailable' }, 'That did not work.'],
    [new Error('offline'), 'That did not work.'],
  ])('explains %j', async (answer, words) => {
    const page = await open(link, answer);
    expect(page.status).toContain(words);
    expect(page.shown).toEqual([]);
  });

  it('shows how long to wait after too many wrong passwords', async () => {
    const page = await open(link, fine, { status: 429, code: 'rate-limited', retryAfter: '40' });
    await page.act('known', 'wrong horse');
    expect(page.status).toBe('Too many wrong passwords. Please wait 40 seconds, then try again.');
  });

  it('sends nothing for a link without a nonce', async () => {
    const page = await open('/activate?locale=en_GB');
    expect([page.sent, page.status]).toEqual([[], 'This link is not complete. Please open it again from the mail.']);
  });
});
