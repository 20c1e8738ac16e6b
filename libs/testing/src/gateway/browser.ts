export interface Page {
  status: number;
  url: string;
  html: string;
  headers: Headers;
}

interface Cookie {
  value: string;
  path: string;
}

/** Keeps cookies, follows redirects and sends forms, but runs no scripts. It stops before it leaves `origin`. */
export class Browser {
  private readonly cookies = new Map<string, Cookie>();

  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get cookieValues(): string[] {
    return [...this.cookies.values()].map(({ value }) => value);
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  /** Returns the page at the end of the redirects, or with status 0 the address outside of `origin`. */
  async open(url: string | URL, init: RequestInit = {}): Promise<Page> {
    let address = new URL(url, this.origin);
    let request = init;
    for (let hops = 0; hops < 10; hops += 1) {
      if (address.origin !== this.origin) return { status: 0, url: address.href, html: '', headers: new Headers() };
      const answer = await fetch(address, {
        ...request,
        headers: this.headersFor(address, request),
        redirect: 'manual',
      });
      this.keep(answer.headers.getSetCookie(), address);
      const location = answer.headers.get('location');
      const html = await answer.text();
      if (location === null) return { status: answer.status, url: address.href, html, headers: answer.headers };
      address = new URL(location, address);
      request = {};
    }
    throw new Error(`redirected too often: ${address.href}`);
  }

  submit(page: Page, filled: Record<string, string>): Promise<Page> {
    const action = /<form [^>]*action="([^"]*)"/.exec(page.html)?.[1] ?? '';
    const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const given = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const url = new URL(action.replaceAll('&amp;', '&'), page.url);
    return this.open(url, { method: 'POST', body: new URLSearchParams({ ...given, ...filled }) });
  }

  private headersFor(address: URL, request: RequestInit): Headers {
    const matching = [...this.cookies].filter(([, { path }]) => address.pathname.startsWith(path));
    const headers = new Headers(this.headers);
    headers.set('accept', 'text/html,*/*;q=0.8');
    if (matching.length > 0) headers.set('cookie', matching.map(([name, { value }]) => `${name}=${value}`).join('; '));
    if (request.method === 'POST') headers.set('origin', this.headers['origin'] ?? this.origin);
    return headers;
  }

  private keep(received: string[], address: URL): void {
    for (const text of received) {
      const [pair = '', ...attributes] = text.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const attribute = (wanted: string) =>
        attributes.map((each) => each.split(/=(.*)/s)).find(([key]) => key?.toLowerCase() === wanted)?.[1];
      const expires = attribute('expires');
      if (expires !== undefined && Date.parse(expires) < Date.now()) this.cookies.delete(name);
      else this.cookies.set(name, { value, path: attribute('path') ?? address.pathname });
    }
  }
}
