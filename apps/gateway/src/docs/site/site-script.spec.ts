import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const script = readFileSync(join(import.meta.dirname, 'site.js'), 'utf8');

/** Stands for a page with one form. It has only the parts of a document that the script uses. */
class FormPage {
  readonly place = { textContent: '', replaceChildren: (...parts: unknown[]) => (this.answered = parts) };
  readonly button = { disabled: false };
  answered: unknown[] = [];
  sent: RequestInit | undefined;
  private submit: (event: { preventDefault(): void }) => Promise<void> = () => Promise.resolve();

  constructor(answer: () => Promise<Response>, dataset: Record<string, string> = {}) {
    const element = () => ({ addEventListener: () => undefined });
    const form = {
      dataset: { method: 'GET', path: '/api', ...dataset },
      elements: {},
      querySelector: (what: string) => (what === 'button' ? this.button : this.place),
      addEventListener: (_: string, act: FormPage['submit']) => (this.submit = act),
    };
    const parts = new Map<string, object>();
    const part = (id: string) => parts.get(id) ?? parts.set(id, element()).get(id);
    const session = JSON.stringify({ as: 'client shop', token: 'the-token', until: Date.now() + 60_000, scope: '' });
    const context = createContext({
      document: {
        getElementById: (id: string) => (id === '' ? null : part(id)),
        querySelectorAll: () => [form],
        createElement: () => ({}),
      },
      FormData: class {
        [Symbol.iterator] = () => [].values();
      },
      fetch: (_: string, init: RequestInit) => {
        this.sent = init;
        return answer();
      },
      ...{ sessionStorage: { getItem: () => session }, location: { hash: '', pathname: '/docs' } },
      ...{ addEventListener: () => undefined, Headers, URLSearchParams },
    });
    runInContext(script, context);
  }

  async send(): Promise<void> {
    await this.submit({ preventDefault: () => undefined });
    expect(this.button.disabled).toBe(false);
  }

  get authorization(): string | null {
    return new Headers(this.sent?.headers).get('authorization');
  }
}

describe('the script of the documentation', () => {
  const shownOf = async (text: string, type: string): Promise<unknown> => {
    const page = new FormPage(() => Promise.resolve(new Response(text, { headers: { 'content-type': type } })));
    await page.send();
    return (page.answered[1] as { textContent: string }).textContent;
  };

  it('lays out an answer in JSON, and shows any other as it came', async () => {
    expect(await shownOf('{"a":1}', 'application/json')).toBe('{\n  "a": 1\n}');
    expect(await shownOf('{"a":1}\n{"a":2}\n', 'application/x-ndjson')).toBe('{"a":1}\n{"a":2}\n');
    expect(await shownOf('{"a":', 'application/json')).toBe('{"a":');
    expect(await shownOf('a,b', 'text/csv')).toBe('a,b');
  });

  it('says whether the answer broke off or never came', async () => {
    const start = (stream: ReadableStreamDefaultController) => {
      stream.error(new Error('reset'));
    };
    const broken = new Response(new ReadableStream({ start }));
    const page = new FormPage(() => Promise.resolve(broken));
    await page.send();
    expect(page.answered).toMatchObject([{ className: 'good' }, 'The answer broke off: reset']);
    const away = new FormPage(() => Promise.reject(new Error('Failed to fetch')));
    await away.send();
    expect(away.place.textContent).toBe('No answer came: Failed to fetch');
  });

  it('sends the token, but not to a route that takes the credentials of a client', async () => {
    const answer = () => Promise.resolve(new Response());
    const [usual, ofClients] = [new FormPage(answer), new FormPage(answer, { credentials: 'client' })];
    await usual.send();
    await ofClients.send();
    expect([usual.authorization, ofClients.authorization]).toEqual(['Bearer the-token', null]);
  });
});
