import { registerCredentials } from '@ces/contracts/identity/credentials';
import { putProvider } from '@ces/contracts/identity/providers';
import { addConnection } from '@ces/contracts/identity/users';
import { timelineOf, timelineTypes, type TimelinePart } from '@ces/contracts/timeline';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';

describe('the timeline of a user in identity', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
    await identity.bus.call(putProvider, { name: 'acme', issuer: 'https://login.example', client_ids: ['shop'] });
  });

  afterAll(() => identity.stop());

  const read = (user_id: string, at_most: number, before?: string) =>
    identity.bus.call(timelineOf('identity'), {
      ...{ user_id, at_most, types: [...timelineTypes.identity] },
      ...(before === undefined ? {} : { before }),
    });
  const readOneByOne = async (user_id: string) => {
    const entries: TimelinePart[] = [];
    for (let page = await read(user_id, 1); page.length > 0; page = await read(user_id, 1, page[0]?.id)) {
      entries.push(...page);
    }
    return entries;
  };
  const register = async (username: string) => {
    const credentials = { username, password: 'correct horse', client_id: 'cl_a' };
    return (await identity.bus.call(registerCredentials, credentials)).user_id;
  };

  it('has the user and the registration that row 12 made at once, on pages of one entry, too', async () => {
    const user_id = await register('anna@example.com');
    const entries = await readOneByOne(user_id);
    expect(entries.map(({ type }) => type).sort()).toEqual(['registration-begun', 'user-created']);
    expect(entries).toEqual(await read(user_id, 10));
  });

  it('has each entry once on pages of one entry, also if all happened at one moment', async () => {
    const user_id = await register('bert@example.com');
    for (const owner_id of ['1', '2', '3']) {
      await identity.bus.call(addConnection, { user_id, provider_name: 'acme', owner_id });
    }
    const moment = `'2026-11-27 10:00:00.123456Z'`;
    await identity.query(`INSERT INTO person (user_id, fields) VALUES ($1, '{}')`, [user_id]);
    await identity.query(
      `UPDATE app_user SET created_at = ${moment}, first_sign_in_at = ${moment}, deactivated_at = ${moment},
         closed_at = ${moment}, erase_after = now() WHERE id = $1`,
      [user_id],
    );
    await identity.query(`UPDATE credential SET created_at = ${moment}, activated_at = ${moment} WHERE user_id = $1`, [
      user_id,
    ]);
    // A change has a moment of its own: it comes after the entry.
    await identity.query(
      `UPDATE person SET created_at = ${moment}, updated_at = ${moment}::timestamptz + interval '1 s' WHERE user_id = $1`,
      [user_id],
    );
    await identity.query(`UPDATE connection SET created_at = ${moment} WHERE user_id = $1`, [user_id]);
    const whole = await read(user_id, 100);
    expect(whole.map(({ type }) => type).sort()).toEqual(
      [...timelineTypes.identity, 'connection-created', 'connection-created'].sort(),
    );
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(await readOneByOne(user_id)).toEqual(whole);
  });
});
