import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../apps/cli/src/run-command.ts';

export interface Ran {
  code: number;
  /** The standard output. */
  out: string;
  /** The standard error. */
  remarks: string;
}

/** A user of `ces` on a machine of their own. */
export class CesUser {
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.env = { CES_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'ces-cli-')), ...env };
  }

  async run(...argv: string[]): Promise<Ran> {
    return this.begin(argv).ended;
  }

  /** A command that goes on until it is stopped. */
  begin(argv: string[], isInteractive = false): { ended: Promise<Ran>; seen: Ran; stop: () => void } {
    const stop = new AbortController();
    const seen: Ran = { code: -1, out: '', remarks: '' };
    const io = {
      write: (text: string) => (seen.out += text),
      remark: (text: string) => (seen.remarks += text),
      isInteractive,
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
}
