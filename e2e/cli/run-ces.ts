import { eventually } from '@ces/testing/eventually';
import { Browser } from '@ces/testing/gateway/browser';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runCommand } from '../../apps/cli/src/run-command.ts';
import { LosingProxy } from '../sdk/losing-proxy.js';

const main = resolve(import.meta.dirname, '../../apps/cli/src/main.ts');
/** All that the users of one spec write. */
let home: string | undefined;

/** A folder with these files. */
export function folderWith(files: Record<string, string> = {}): string {
  home ??= mkdtempSync(join(tmpdir(), 'ces-cli-'));
  const folder = mkdtempSync(join(home, 'files-'));
  for (const [name, text] of Object.entries(files)) writeInto(folder, name, text);
  return folder;
}

/** Each spec calls it at its end. */
export function removeFolders(): void {
  if (home !== undefined) rmSync(home, { recursive: true });
  home = undefined;
}

export function writeInto(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

export interface Ran {
  code: number;
  /** The standard output. */
  out: string;
  /** The standard error. */
  remarks: string;
}

interface Situation {
  isInteractive?: boolean;
  /** The answer to each question. Absent: nobody is at the terminal. */
  answer?: string;
  /** The command is stopped when it has written this. */
  stopAfter?: string;
}

/** The address that a sign-in shows. */
export function addressIn(seen: Ran): Promise<string> {
  return eventually(() => {
    const found = /Open (http\S+)/.exec(seen.remarks)?.[1];
    if (found === undefined) throw new Error(seen.remarks);
    return found;
  });
}

/** A user of `ces` on a machine of their own. */
export class CesUser {
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.env = { CES_CONFIG_DIR: folderWith(), ...env };
  }

  /** An operator who has signed in by a browser on this machine. */
  static async loggedIn(
    url: string,
    operator: { email: string; password: string },
    ...more: string[]
  ): Promise<CesUser> {
    const user = new CesUser({ CES_URL: url });
    const login = user.begin(['login', '--browser', ...more]);
    const browser = new Browser(url);
    const address = await addressIn(login.seen);
    const credentials = { username: operator.email, password: operator.password, action: 'sign-in' };
    const back = await browser.submit(await browser.open(address), credentials);
    await fetch(back.url).catch(() => undefined);
    expect((await login.ended).code).toBe(0);
    return user;
  }

  async run(...argv: string[]): Promise<Ran> {
    return this.begin(argv).ended;
  }

  /** A command that goes on until it is stopped. */
  begin(
    argv: string[],
    { isInteractive = false, answer, stopAfter }: Situation = {},
  ): { ended: Promise<Ran>; seen: Ran; stop: () => void } {
    const stop = new AbortController();
    const seen: Ran = { code: -1, out: '', remarks: '' };
    const io = {
      write: (text: string) => {
        seen.out += text;
        if (stopAfter !== undefined && seen.out.includes(stopAfter)) stop.abort();
      },
      remark: (text: string) => (seen.remarks += text),
      isInteractive,
      ...(answer === undefined ? {} : { ask: () => Promise.resolve(answer) }),
    };
    const ended = runCommand(argv, { env: this.env, io, signal: stop.signal }).then((code) =>
      Object.assign(seen, { code }),
    );
    return {
      ended,
      seen,
      stop: () => {
        stop.abort();
      },
    };
  }

  async json<T>(...argv: string[]): Promise<T> {
    const { out, code, remarks } = await this.run(...argv, '--json');
    if (code !== 0) throw new Error(`exit code ${code}: ${remarks}`);
    return JSON.parse(out) as T;
  }

  /** Runs a command as a process and kills it with SIGKILL after so many changes, while it waits for the answer to the next one. */
  async killAmid(argv: string[], changes: number): Promise<void> {
    const proxy = await LosingProxy.before(this.env['CES_URL'] ?? '');
    proxy.hangsAfter = changes;
    const env = { ...process.env, CES_CONFIG_DIR: folderWith({ 'profiles.json': this.profilesBehind(proxy.url) }) };
    const child = spawn(process.execPath, [main, ...argv], { env, stdio: 'ignore' });
    await Promise.race([
      proxy.hanging(),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`ces ended by itself with ${String(code)}`))),
    ]);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    proxy.stop();
  }

  private profilesBehind(address: string): string {
    const text = readFileSync(join(this.env['CES_CONFIG_DIR'] ?? '', 'profiles.json'), 'utf8');
    return text.replaceAll(this.env['CES_URL'] ?? '', address);
  }
}
