import { eventually } from '@ces/testing/eventually';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** A snippet sees the variables of those that were pasted before. */
export class Terminal {
  /** Since the last paste. */
  output = '';
  private readonly shell: ChildProcessWithoutNullStreams;

  constructor(folder: string) {
    this.shell = spawn('bash', { cwd: folder, detached: true });
    for (const stream of [this.shell.stdout, this.shell.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  async paste(snippet: string): Promise<string> {
    this.output = '';
    this.shell.stdin.write(`${snippet}\necho; echo pasted\n`);
    await eventually(() => {
      if (!/^pasted$/m.test(this.output)) throw new Error(`${snippet}\ndoes not end; so far:\n${this.output}`);
    }, 30_000);
    return this.output.replace(/\s*pasted\s*$/, '').trim();
  }

  /** Ends the processes that the shell has started, too. */
  close(): void {
    if (this.shell.pid !== undefined) process.kill(-this.shell.pid);
  }
}
