import { createContext, runInContext } from 'node:vm';

export interface ScriptAnswer {
  status: number;
  code?: string;
  body?: object;
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

/** A page of ours in a minimal document for its scripts. `fetch` returns the `answers` one after the other. */
export class OpenPage {
  readonly elements = new Map<string, Element>();
  readonly sent: [path: string, body: unknown][] = [];
  readonly addresses: string[] = [];
  private readonly handlers = new Map<string, (event: { preventDefault(): void }) => unknown>();

  private constructor(
    private readonly html: string,
    private readonly answers: (ScriptAnswer | Error)[],
  ) {
    for (const [tag = '', id = ''] of html.matchAll(/<[^>]* id="([\w-]+)"[^>]*>/g)) {
      this.elements.set(id, this.element(id, / hidden/.test(tag)));
    }
  }

  static async open(
    url: string,
    load: (path: string) => Promise<string>,
    answers: (ScriptAnswer | Error)[],
  ): Promise<OpenPage> {
    const html = await load(url.replace(/#.*/, ''));
    const page = new OpenPage(html, answers);
    const paths = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path = '']) => path);
    const context = createContext(page.globals(url));
    for (const path of paths) runInContext(await load(path), context);
    await page.waitForScript();
    return page;
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

  shownOf(...parts: string[]): string[] {
    return parts.filter((id) => !this.part(id).hidden);
  }

  get status(): string {
    return this.part('status').textContent;
  }

  private globals(url: string): object {
    const [, attributes = ''] = /<main([^>]*)>/.exec(this.html) ?? [];
    const data = [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text]);
    const { hash, pathname, search } = new URL(url, 'http://ces.example');
    return {
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
    };
  }

  private async answer() {
    const answer = this.answers.shift() ?? new Error('no answer is left');
    if (answer instanceof Error) throw answer;
    const { status, code, body = { code }, retryAfter = null } = answer;
    return Promise.resolve({
      status,
      ok: status < 300,
      headers: { get: () => retryAfter },
      json: () => Promise.resolve(body),
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
