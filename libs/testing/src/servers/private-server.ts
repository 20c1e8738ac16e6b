import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopChild, type RunningServer } from '../../../local-stack/src/processes/child-process.ts';
import { dataFolder } from '../run/data-folder.ts';

/** A suite may kill the server, which keeps its address and its data over a restart. */
export interface PrivateServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  pid(): number;
  /** Resolves when the server is dead. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function privateServer(
  name: string,
  start: (dataDir: string, port?: number) => Promise<RunningServer>,
): Promise<PrivateServer> {
  const dir = mkdtempSync(join(dataFolder(), `ces-test-${process.pid}-`));
  chmodSync(dir, 0o711); // PostgreSQL runs under another account when we are root
  const dataDir = join(dir, name);
  let running = await start(dataDir);
  const { url, port } = running;
  return {
    url,
    port,
    dataDir,
    pid: () => running.pid,
    kill: () => stopChild(running.process, 'SIGKILL'),
    start: async () => {
      running = await start(dataDir, port);
    },
    stop: async () => {
      await running.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
