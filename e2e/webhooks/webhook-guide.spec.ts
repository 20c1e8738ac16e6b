import { webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import { freePort } from '@ces/local-stack/processes/free-port';
import { eventually } from '@ces/testing/eventually';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ladderMs } from '../../apps/webhooks/src/delivery/record/classify-result.js';
import { Platform } from '../platform/platform.js';

const root = resolve(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');

/** The snippets of one language, in their order. */
function snippets(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

/** A terminal: snippets that are pasted into it see the variables of those before. */
class Terminal {
  private output = '';
  private readonly shell: ChildProcessWithoutNullStreams;

  constructor(folder: string) {
    this.shell = spawn('bash', { cwd: folder, detached: true });
    for (const stream of [this.shell.stdout, this.shell.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Returns the output of the snippet. */
  async paste(snippet: string): Promise<string> {
    this.output = '';
    this.shell.stdin.write(`${snippet}\necho; echo pasted\n`);
    await eventually(() => {
      expect(this.output).toMatch(/^pasted$/m);
    }, 60_000);
    return this.output.replace(/\s*pasted\s*$/, '');
  }

  /** Ends the shell and what it has started. */
  close(): void {
    if (this.shell.pid !== undefined) process.kill(-this.shell.pid);
  }
}

describe('docs/guides/webhooks.md', () => {
  let platform: Platform;
  let terminal: Terminal;
  let folder: string;
  let paste: (snippet: string | undefined) => Promise<string>;
  const received = () => readFileSync(join(folder, 'received.log'), 'utf8');

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'webhooks');
    await platform.api.put('/api/1/admin/providers/demo', {
      issuer: 'https://login.example/demo',
      client_ids: ['demo'],
    });
    folder = mkdtempSync(join(tmpdir(), 'guide-'));
    mkdirSync(join(folder, '.local'));
    writeFileSync(join(folder, '.local/stack.json'), JSON.stringify({ client: platform.credentials }));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const port = String(await freePort());
    const local = (text: string) => text.replaceAll('http://localhost:3000', platform.url).replaceAll('9999', port);
    writeFileSync(join(folder, 'receiver.mjs'), local(snippets('js').join('\n')));
    terminal = new Terminal(folder);
    paste = (snippet = 'false') => terminal.paste(local(snippet));
  }, 90_000);

  afterAll(async () => {
    terminal.close();
    await platform.stop();
    rmSync(folder, { recursive: true });
  });

  it('leads from the registration to a verified delivery, to its resend and to a rotation', async () => {
    const [register, secret, test, connect, attempts, resend, aside, enable, replay, rotate, ...others] =
      snippets('sh');
    expect(others).toEqual([]);
    expect(await paste(register)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await paste(secret)).toMatch(/^whsec_[A-Za-z0-9+/]{48}$/);
    expect(await paste(test)).toContain('"outcome":"delivered"');
    expect(received()).toMatch(/^connection-created \{\s+provider_name: 'acme'/);
    expect(await paste(connect)).toContain('"provider_name":"demo"');
    const count = () => [...received().matchAll(/connection-created \{\s+provider_name: 'demo'/g)].length;
    const arrived = (times: number) =>
      eventually(() => {
        expect(count()).toBe(times);
      }, 20_000);
    await arrived(1);
    await eventually(async () => {
      expect(await paste(attempts)).toMatch(/^[0-9a-f-]{36}$/);
    }, 20_000);
    expect(await paste(resend)).toContain('"removed":[],"outcome":"delivered","status":204');
    await arrived(2);
    expect((await paste(aside)).replaceAll(/\s/g, '')).toBe('[][]');
    expect(await paste(enable)).toContain('"state":"enabled"');
    expect(await paste(replay)).toContain('"state":"enabled"');
    await arrived(3);
    expect(await paste(rotate)).toMatch(/^\{"secret":"whsec_[A-Za-z0-9+/]{48}"\}$/);
  }, 120_000);

  it('shows a receiver of twelve lines', () => {
    const [receiver = '', ...others] = snippets('js');
    expect(others).toEqual([]);
    expect(receiver.split('\n').filter((line) => line.trim() !== '')).toHaveLength(12);
  });

  it('lists every event of the catalogue', () => {
    const listed = [...guide.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);
    expect(listed).toEqual(webhookEventNames);
  });

  it('shows the pauses between retries as they are', () => {
    const ms: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
    const pauses = /^\| Pause(.*)$/m.exec(guide)?.[1] ?? '';
    const shown = [...pauses.matchAll(/(\d+) (s|min|h)\b/g)].map(
      ([, count, unit = '']) => Number(count) * (ms[unit] ?? 0),
    );
    expect(shown).toEqual(ladderMs);
  });
});
