import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../../local-stack/src/processes/child-process.ts';
import { dataFolder } from './data-folder.ts';

/** The id of the process that made a folder follows. */
export const PREFIX = 'ces-test-';

/** The servers of killed runs and workers have died; their files are left. */
export function removeLeftovers(): void {
  for (const folder of new Set([dataFolder(), tmpdir()])) {
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
      if (pid > 0 && commandLine(pid) === '')
        rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
