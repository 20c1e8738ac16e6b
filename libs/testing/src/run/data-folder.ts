import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const enough = 8 * 2 ** 30;

/**
 * The folder for the data of test servers: in memory where there is enough, because each spec has databases of its own, and
 * the thousands of files that these consist of cost more on a disk than the tests themselves.
 */
export function dataFolder(): string {
  return process.env['TEST_DATA_FOLDER'] ?? (hasRoom() ? memory : tmpdir());
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
