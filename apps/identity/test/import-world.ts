import { beginImport, getImport, importFaults, takeMembers } from '@ces/contracts/identity/imports/members';
import { putProvider } from '@ces/contracts/identity/providers';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import bcrypt from 'bcryptjs';
import { randomUUID } from 'node:crypto';
import { startIdentity } from './start-identity.js';

export const password_hash = bcrypt.hashSync('correct horse', 4);
export const person = { firstName: 'Anna', lastName: 'Berg' };

type Line = object | string | null;
interface Options {
  dry_run?: boolean;
  format?: 'csv';
}

/** The identity service with a provider `acme`, and imports of a few lines. */
export class ImportWorld {
  private serial = 0;

  private constructor(readonly identity: RunningService) {}

  static async start(): Promise<ImportWorld> {
    const identity = await startIdentity();
    await identity.bus.call(putProvider, { name: 'acme', issuer: 'https://login.example', client_ids: ['shop'] });
    return new ImportWorld(identity);
  }

  stop(): Promise<void> {
    return this.identity.stop();
  }

  newName(): string {
    return `member${(this.serial += 1)}@example.com`;
  }

  async upload(lines: Line[], options: Options = {}): Promise<string> {
    const import_id = randomUUID();
    const texts = lines.map((each) => (typeof each === 'object' && each !== null ? JSON.stringify(each) : each));
    await this.identity.bus.call(takeMembers, { import_id, part: 0, starts: [1], counts: [texts.length], texts });
    await this.identity.bus.call(beginImport, { import_id, parts: 1, format: 'ndjson', dry_run: false, ...options });
    return import_id;
  }

  async countsOf(id: string) {
    const { created, updated, unchanged, refused } = await this.finished(id);
    return { created, updated, unchanged, refused };
  }

  async run(lines: Line[], options: Options = {}) {
    return this.countsOf(await this.upload(lines, options));
  }

  async faultsOf(id: string) {
    await this.finished(id);
    const { items } = await this.identity.bus.call(importFaults, { id });
    return items.map(({ line, pointer, code }) => [line, pointer, code]);
  }

  async userOf(username: string): Promise<string> {
    const [found] = await this.identity.query<{ user_id: string }>(
      'SELECT user_id FROM credential WHERE username = $1',
      [username],
    );
    return found?.user_id ?? '';
  }

  finished(id: string) {
    return eventually(async () => {
      // The replica's own run may be under way; then this one gives way.
      await this.identity.app
        .get(Chores)
        .runNow('import-members')
        .catch(() => undefined);
      const found = await this.identity.bus.call(getImport, { id });
      if (found.state !== 'finished') throw new Error(found.state);
      return found;
    }, 20_000);
  }
}
