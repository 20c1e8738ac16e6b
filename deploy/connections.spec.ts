import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { compose, type Variables } from './read-compose.ts';

const replicas = 3;
/** PostgreSQL's superuser_reserved_connections. */
const reserved = 3;
/** Sessions of `migrate`: one for its lock, and one for its statements. */
const ofMigration = 2;

describe('the connections of docker-compose.yml', () => {
  const example = parseEnv(readFileSync(join(resolve(import.meta.dirname, '..'), '.env.example'), 'utf8')) as Variables;
  const { services } = compose(example);
  const command = services['postgres']?.command?.join(' ') ?? '';
  const most = Number(/max_connections=(\d+)/.exec(command)?.[1]);

  it('suffice for three replicas of each service, and a fourth of each and its migration during an upgrade', () => {
    const withDatabase = Object.values(services).filter(
      ({ environment, restart }) => environment?.['DATABASE_URL'] && restart,
    );
    expect(withDatabase).toHaveLength(6);
    const needed = withDatabase.reduce(
      (sum, { environment }) => sum + (replicas + 1) * Number(environment?.['DATABASE_POOL']) + ofMigration,
      reserved,
    );
    expect(most).toBeGreaterThanOrEqual(needed);
  });
});
