import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Lets only one launcher work on a data directory. The kernel releases SQLite's lock with the process, so that, unlike
 * a file with a PID, it is never stale.
 */
export function takeLauncherLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = off; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `another launcher is running on ${dirname(file)}: stop it first, or use its stack (see stack.json there)`,
    );
  }
  return () => {
    lock.close();
  };
}
