import { PRIVATE_PORTS, PROVIDER, seedOf, type PortName } from '@ces/local-stack/apps';
import { makeDemoData, type DemoData } from '@ces/local-stack/demo/demo-data';
import { keepSecrets, writeJson, type Secrets } from '@ces/local-stack/kept-settings';
import { freePort } from '@ces/local-stack/processes/free-port';
import { describeStack, type StackFile } from '@ces/local-stack/stack-file';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { seed } from '../../apps/identity/src/seed/seed.js';
import { Platform } from '../platform/platform.js';
import type { Program } from './guide-programs.js';
import { patternOf, type Snippet } from './guide-text.js';
import { Terminal } from './terminal.js';

const root = resolve(import.meta.dirname, '../..');
/** Output of a call that went wrong. */
const trouble = /\/problems\/|command not found|^undefined$|Error:|"error":"/m;

export class GuideWorld {
  private demo: DemoData | undefined;

  private constructor(
    readonly platform: Platform,
    readonly stack: StackFile,
    readonly secrets: Secrets,
    private readonly folder: string,
  ) {}

  static async start(): Promise<GuideWorld> {
    const platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns', 'webhooks');
    const folder = mkdtempSync(join(tmpdir(), 'guides-'));
    const secrets = keepSecrets(join(folder, 'secrets.json'), [], []);
    await seed(platform.services.identity, seedOf(secrets, platform.url));
    const none = Object.fromEntries(PRIVATE_PORTS.map((name) => [name, 0])) as Record<PortName, number>;
    const ports = { ...none, mail: platform.mailPort };
    const stack = describeStack({ publicUrl: platform.url, ports, dataDir: folder }, secrets, {});
    return new GuideWorld(platform, stack, secrets, folder);
  }

  async furnish(): Promise<DemoData> {
    this.demo = await makeDemoData({ ...this.stack, gateway: this.platform.url, provider: PROVIDER.name });
    return this.demo;
  }

  /** For guides, which only read the data. */
  async furnished(): Promise<DemoData> {
    return this.demo ?? (await this.furnish());
  }

  /** The folder is like a clone of the repository whose stack runs. */
  async reader(): Promise<Reader> {
    const folder = mkdtempSync(join(this.folder, 'clone-'));
    mkdirSync(join(folder, '.local'));
    writeJson(join(folder, '.local/stack.json'), { ...this.stack, demo: await this.furnished() });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return new Reader(folder, this.platform.url, String(await freePort()), String(await freePort()));
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(this.folder, { recursive: true });
  }
}

export class Reader {
  readonly terminal: Terminal;

  constructor(
    private readonly folder: string,
    private readonly url: string,
    /** Replaces the port 9999 of the guides' receivers. */
    private readonly receiverPort: string,
    /** Replaces the port 8080 of the guides' redirect addresses. */
    readonly callbackPort: string,
  ) {
    this.terminal = new Terminal(folder);
  }

  async paste({ text, shown }: Snippet): Promise<string> {
    const output = await this.terminal.paste(this.here(text));
    if (shown !== undefined) expect(output).toMatch(patternOf(this.here(shown)));
    if (!trouble.test(shown ?? '')) expect(output).not.toMatch(trouble);
    return output;
  }

  /** Node runs TypeScript from its source. */
  async run({ text, shown }: Program): Promise<void> {
    const file = join(this.folder, '.local/program.mts');
    writeFileSync(file, this.here(text));
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: this.folder });
    expect(stdout).toMatch(patternOf(this.here(shown)));
  }

  close(): void {
    this.terminal.close();
  }

  /** Replaces the addresses of `npm start` by those of this test. */
  private here(text: string): string {
    return text
      .replaceAll('http://localhost:3000', this.url)
      .replaceAll('9999', this.receiverPort)
      .replaceAll('8080', this.callbackPort);
  }
}
