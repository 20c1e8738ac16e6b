import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import { eventually } from '@ces/testing/eventually';
import { Browser } from '@ces/testing/gateway/browser';
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CesUser, removeFolders } from '../cli/run-ces.js';
import { ladderMs } from '../../apps/webhooks/src/delivery/record/classify-result.js';
import { faultsOf, programOf, type Program } from './guide-programs.js';
import { readGuide, snippetsOf } from './guide-text.js';
import { GuideWorld, type Reader } from './guide-world.js';

const root = resolve(import.meta.dirname, '../..');
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);

const programs: Record<string, Program> = {};
for (const file of guides) {
  const program = programOf(readGuide(file));
  if (program !== undefined) programs[basename(file, '.md')] = program;
}

describe('every snippet of the README and of the guides', () => {
  let world: GuideWorld;

  beforeAll(async () => {
    world = await GuideWorld.start();
  }, 90_000);

  afterAll(async () => {
    removeFolders();
    await world.stop();
  });

  it('finds the demo data that `ces apply` would make of its folder', async () => {
    await world.furnish();
    const { id, secret } = world.secrets.admin;
    const user = new CesUser({ CES_URL: world.platform.url, CES_CLIENT_ID: id, CES_CLIENT_SECRET: secret });
    expect(await user.run('diff', 'apps/cli/demo')).toMatchObject({
      code: 0,
      out: '0 to create, 0 to update, 0 to delete, 8 unchanged\n',
    });
  });

  /** Waits until a snippet prints the address of the sign-in. */
  async function signInWhenAsked({ terminal, callbackPort }: Reader): Promise<void> {
    const url = await eventually(() => {
      const printed = /http\S+\/oauth2\/authorize\S+/.exec(terminal.output)?.[0];
      if (printed === undefined) throw new Error(terminal.output);
      return printed;
    }, 20_000);
    const browser = new Browser(world.platform.url);
    const consent = await browser.submit(await browser.open(url), { ...world.secrets.user, action: 'sign-in' });
    const back = await browser.submit(consent, { action: 'allow' });
    expect(back.url).toContain(`http://localhost:${callbackPort}/callback`);
    await fetch(back.url);
  }

  /** The demo app may redirect to this test's port afterwards. */
  async function allowCallback({ callbackPort }: Reader): Promise<void> {
    const { app_id } = await world.furnished();
    const redirect_uris = [`http://localhost:${callbackPort}/callback`];
    const answer = await world.platform.api.send('PATCH', `/api/1/admin/clients/${app_id}`, {
      body: { redirect_uris },
    });
    expect(answer.status).toBe(200);
  }

  it.each(['README.md', ...guides])(
    '%s: the snippets run in their order, and print what the text shows',
    async (file) => {
      const [reader, snippets] = [await world.reader(), snippetsOf(readGuide(file))];
      if (snippets.some(({ text }) => text.includes('sign-in.mjs'))) await allowCallback(reader);
      try {
        for (const snippet of snippets) {
          const signingIn = snippet.text.includes('sign-in.mjs') && !snippet.text.includes('<<');
          await Promise.all([reader.paste(snippet), signingIn ? signInWhenAsked(reader) : undefined]);
        }
      } finally {
        reader.close();
      }
    },
    120_000,
  );

  it.each(Object.keys(programs))(
    'docs/guides/%s.md: the TypeScript prints what the text shows',
    async (name) => {
      const reader = await world.reader();
      try {
        await reader.run(programs[name] ?? { text: '', shown: '' });
      } finally {
        reader.close();
      }
    },
    60_000,
  );
});

describe('the TypeScript of the guides', () => {
  it('is there in each guide', () => {
    const names = guides.map((file) => basename(file, '.md'));
    expect(Object.keys(programs).sort()).toEqual(names.filter((name) => !/^(README|sdk-reference)$/.test(name)).sort());
  });

  it('compiles strictly', () => {
    const texts = Object.entries(programs).map(([name, { text }]) => [name, text]);
    expect(faultsOf(Object.fromEntries(texts) as Record<string, string>)).toEqual([]);
  }, 60_000);

  it('of the quickstart has twenty lines', () => {
    const lines = programs['quickstart']?.text.split('\n').filter((line) => line !== '') ?? [];
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.length).toBeGreaterThan(10);
  });
});

describe('the guides', () => {
  it('stand all in their index, which the README links to', () => {
    const index = readGuide('docs/guides/README.md');
    const named = [...index.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => `docs/guides/${name ?? ''}`);
    expect(named.sort()).toEqual(guides.filter((file) => !file.endsWith('README.md')).sort());
    expect(readGuide('README.md')).toContain('](docs/guides/README.md)');
  });

  it.each(['README.md', 'docs/guides/webhooks.md'])('%s shows a receiver of twelve lines', (file) => {
    const [, receiver = ''] = /<<'END'\n(import[^]*?)^END$/m.exec(readGuide(file)) ?? [];
    expect(receiver.trim().split('\n')).toHaveLength(12);
  });

  it('list every event of the catalogue of webhooks', () => {
    const table = /^\| Event [^]*?\n\n/m.exec(readGuide('docs/guides/webhooks.md'))?.[0] ?? '';
    expect([...table.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name)).toEqual(webhookEventNames);
  });

  it('show the pauses between the attempts of a delivery as they are', () => {
    const ms: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
    const pauses = /^\| Pause(.*)$/m.exec(readGuide('docs/guides/webhooks.md'))?.[1] ?? '';
    const shown = [...pauses.matchAll(/(\d+) (s|min|h)\b/g)].map(
      ([, count, unit = '']) => Number(count) * (ms[unit] ?? 0),
    );
    expect(shown).toEqual(ladderMs);
  });
});
