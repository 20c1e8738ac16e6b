import { createClient } from '@ces/contracts/identity/clients';
import { registerCredentials } from '@ces/contracts/identity/credentials';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { NatsServer } from '@ces/messaging/nats-server';
import { availableParallelism } from 'node:os';
import { Client } from 'pg';
import type { RunningService } from '@ces/testing/services/start-service';
import { callWithKey, startIdentity } from '../../test/start-identity.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordHasher } from './password-hasher.js';
import { RegisterService } from './register.service.js';

/** The number of passwords that are hashed at once; one more attempt asks the database meanwhile. */
const hashers = Math.max(1, availableParallelism() - 1);
const atOnce = hashers + 1;

describe('credentials', () => {
  let identity: RunningService;
  let credentials: CredentialsService;
  let serial = 0;

  beforeAll(async () => {
    identity = await startIdentity();
    credentials = identity.app.get(CredentialsService);
  });

  afterAll(() => identity.stop());

  const make = async (username: string, password: string) => {
    const user_id = String((serial += 1)).padStart(25, '0');
    await identity.query('INSERT INTO app_user (id) VALUES ($1)', [user_id]);
    const hash = await identity.app.get(PasswordHasher).hash(password);
    await identity.query('INSERT INTO credential (user_id, username, password_hash) VALUES ($1, $2, $3)', [
      user_id,
      username,
      hash,
    ]);
    return user_id;
  };
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      (verified) => (verified === undefined ? 'wrong' : 'right'),
      (error: unknown) => (error as { code: string }).code,
    );

  it('are right only together; width, case and spaces of the name do not matter', async () => {
    const user_id = await make('anna@example.com', 'correct horse');
    const verified = await credentials.verify(' ＡＮＮＡ@example.COM ', 'correct horse', { client_id: 'cl_a' });
    expect(verified).toEqual({ user_id, username: 'anna@example.com', state: 'unfinished' });
    expect(await credentials.verify('anna@example.com', 'correct Horse', { client_id: 'cl_a' })).toBeUndefined();
    expect(await credentials.verify('unknown@example.com', 'correct horse', { client_id: 'cl_a' })).toBeUndefined();
    expect(await credentials.verify('\0', 'correct horse', { client_id: 'cl_a' })).toBeUndefined();
  });

  /** The cost of `other` in relation to `one`, in processor time, because other suites run beside this one. */
  const ratioOf = async (one: (n: number) => Promise<unknown>, other: (n: number) => Promise<unknown>) => {
    const timed = async (work: () => Promise<unknown>) => {
      const begun = process.cpuUsage();
      await work().catch(() => undefined);
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < 24; i += 1) {
      times[0].push(await timed(() => one(i % 6)));
      times[1].push(await timed(() => other(i % 6)));
    }
    const median = (of: number[]) => of.sort((a, b) => a - b)[of.length / 2] ?? 0;
    return median(times[1]) / median(times[0]);
  };

  it('cost the same time to check for an unknown name and for a wrong password', async () => {
    for (let i = 0; i < 6; i += 1) await make(`timed${i}@example.com`, 'correct horse');
    const attempt = (name: string) => (n: number) =>
      credentials.verify(`${name}${n}@example.com`, 'wrong horse', { client_id: 'cl_timed' });
    const ratio = await ratioOf(attempt('timed'), attempt('unknown'));
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('cost the same time in row 12 for an unfinished and for a finished name', async () => {
    for (let i = 0; i < 6; i += 1) {
      await make(`unfinished${i}@example.com`, 'correct horse');
      const finished = await make(`finished${i}@example.com`, 'correct horse');
      await identity.query('UPDATE app_user SET completed_registration = true WHERE id = $1', [finished]);
    }
    const register = (name: string) => (n: number) =>
      identity.app
        .get(RegisterService)
        .register({ username: `${name}${n}@example.com`, password: 'wrong horse', client_id: 'cl_timed_12' });
    const ratio = await ratioOf(register('unfinished'), register('finished'));
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.4);
  });

  it.each(['known@example.com', 'never-registered@example.com'])(
    'are not checked after five wrong passwords in a row, and a refused attempt does not prolong the pause: %s',
    async (name) => {
      await make('known@example.com', 'correct horse').catch(() => undefined);
      const asker = { client_id: 'cl_b' };
      for (let i = 0; i < 5; i += 1) expect(await outcome(credentials.verify(name, 'wrong', asker))).toBe('wrong');
      const refusal = () => credentials.verify(name, 'correct horse', asker).catch((e: unknown) => e);
      const waitOf = async () => ((await refusal()) as { extras: { retry_after: number } }).extras.retry_after;
      const endPause = () => identity.query('UPDATE wrong_password SET blocked_until = now()');
      for (const pause of [30, 60, 120, 240]) {
        expect(await refusal()).toMatchObject({ code: 'rate-limited' });
        for (let i = 0; i < 5; i += 1) {
          expect(await waitOf()).toBeGreaterThan(pause - 20);
          expect(await waitOf()).toBeLessThanOrEqual(pause);
        }
        await endPause();
        expect(await outcome(credentials.verify(name, 'wrong', asker))).toBe('wrong');
      }
    },
  );

  it('leave no count of wrong ones a day after the last of them', async () => {
    for (const name of ['young@example.com', 'old@example.com'])
      await credentials.verify(name, 'wrong', { client_id: `cl_${name}` });
    const subjects = () => identity.query<{ subject: string }>('SELECT subject FROM wrong_password ORDER BY subject');
    const before = await subjects();
    await identity.query(`UPDATE wrong_password SET last_at = now() - interval '25 hours' WHERE subject = $1`, [
      before[0]?.subject,
    ]);
    await identity.app.get(Chores).runNow('purge-wrong-passwords');
    expect(await subjects()).toEqual(before.slice(1));
  });

  it('are checked hardly more often when fifty guesses come at once than when they come one by one', async () => {
    await make('burst@example.com', 'correct horse');
    const guesses = Array.from({ length: 50 }, (_, i) =>
      credentials.verify('burst@example.com', `guess ${i}`, { client_id: 'cl_c' }),
    );
    const outcomes = await Promise.all(guesses.map(outcome));
    const checked = outcomes.filter((each) => each === 'wrong').length;
    expect(checked).toBeGreaterThanOrEqual(5);
    expect(checked).toBeLessThanOrEqual(5 + hashers);
    expect(outcomes.filter((each) => each === 'rate-limited')).toHaveLength(50 - checked);
  });

  it('are all accepted when they are right fifty times at once, and reset the count in a row', async () => {
    await make('crowd@example.com', 'correct horse');
    for (let i = 0; i < 4; i += 1) await credentials.verify('crowd@example.com', 'wrong', { client_id: 'cl_d' });
    const attempts = Array.from({ length: 50 }, () =>
      credentials.verify('crowd@example.com', 'correct horse', { client_id: 'cl_d' }),
    );
    expect(await Promise.all(attempts.map(outcome))).toEqual(Array(50).fill('right'));
    expect(await outcome(credentials.verify('crowd@example.com', 'wrong', { client_id: 'cl_d' }))).toBe('wrong');
  });

  it('wait for their turn without a database connection, also with an idempotency key', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<boolean>((resolve) => {
      release = () => {
        resolve(false);
      };
    });
    const hasher = identity.app.get(PasswordHasher);
    const seats = Array.from({ length: atOnce }, () => hasher.attempt(() => released));
    const registrations = Array.from({ length: 12 }, (_, n) =>
      callWithKey(
        identity,
        registerCredentials,
        { username: `line${n}@example.com`, password: 'correct horse', client_id: 'cl_e' },
        `line ${n}`,
      ),
    );
    // The number of commands with keys that run at once is limited, so they would wait for a registration that held one.
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        callWithKey(identity, createClient, { name: 'Beside', scopes: [] }, `beside ${n}`),
      ),
    );
    expect(made).toHaveLength(12);
    release();
    await Promise.all([...seats, ...registrations]);
  });

  it('are read from the database shortly before their turn, so that a crowd does not query at once', async () => {
    await make('crowd2@example.com', 'correct horse');
    const holder = new Client({ connectionString: identity.database.url });
    await holder.connect();
    const looking = async (): Promise<number> => {
      const { rows } = await holder.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'credential'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows[0]?.n ?? 0;
    };
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE credential IN ACCESS EXCLUSIVE MODE');
    const guesses = Array.from({ length: atOnce + 5 }, () =>
      outcome(credentials.verify('crowd2@example.com', 'correct horse', { client_id: 'cl_f' })),
    );
    try {
      await eventually(async () => {
        expect(await looking()).toBeGreaterThanOrEqual(atOnce);
      });
      for (let again = 0; again < 50; again += 1) expect(await looking()).toBe(atOnce);
    } finally {
      await holder.query('ROLLBACK');
      await holder.end();
    }
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => 'right'));
  });

  it('wait in one line with new passwords, so that registrations do not delay sign-ins', async () => {
    await make('inline@example.com', 'correct horse');
    const hasher = identity.app.get(PasswordHasher);
    let hashed = 0;
    let over = false;
    const register = async (): Promise<void> => {
      for (; !over; hashed += 1) await hasher.hash('correct horse');
    };
    const crowd = Array.from({ length: 60 }, register);
    const signIns = Array.from({ length: 12 }, () =>
      credentials.verify('inline@example.com', 'correct horse', { client_id: 'cl_g' }),
    );
    expect(await Promise.all(signIns.map(outcome))).toEqual(Array(12).fill('right'));
    over = true;
    expect(hashed).toBeLessThan(150);
    await Promise.all(crowd);
  });

  it('are hashed by threads that see the number of calls', async () => {
    const before = identity.app.get(NatsServer).calls;
    await identity.bus.call(createClient, { name: 'Seen', scopes: [] });
    expect(identity.app.get(NatsServer).calls).toBeGreaterThan(before);
  });

  it('are refused with 503 when the line is full', async () => {
    const hasher = identity.app.get(PasswordHasher);
    const attempts = Array.from({ length: 1_000 }, () => outcome(hasher.hash('correct horse')));
    const outcomes = await Promise.all(attempts);
    expect(outcomes).toContain('service-unavailable');
    expect(outcomes).toContain('right');
  });
});
