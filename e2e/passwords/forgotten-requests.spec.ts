import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { beginRegistration, newName, register } from '@ces/testing/gateway/registrations';
import { DataSource } from 'typeorm';
import type { Platform } from '../platform/platform.js';
import { PasswordWorld } from './password-world.js';

describe('requests for new passwords', () => {
  let world: PasswordWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await PasswordWorld.start({ MAILS_PER_CLIENT_AN_HOUR: '50' });
    ({ platform } = world);
  });

  afterAll(() => world.stop());

  const countOf = async (sql: string) =>
    Number((await world.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n);

  it('wait, 1,000 of a client at most; the others are dropped', async () => {
    const other = await platform.api.as(await world.oauth.newClient({ scopes: ['registration'] }));
    await platform.services.identity.get(DataSource).transaction(async (tx) => {
      // The chore takes a place for each request, so this lock keeps it from completing any.
      await tx.query('LOCK TABLE mail_place IN EXCLUSIVE MODE');
      await world.query(
        `INSERT INTO forgotten_password (id, username, client_id, locale)
         SELECT gen_random_uuid(), '', $1, 'en_GB' FROM generate_series(1, 999)`,
        [platform.credentials.id],
      );
      for (const name of [newName(), newName()]) expect((await world.forgot(name)).status).toBe(204);
      expect(await countOf('forgotten_password')).toBe(1_000);
      expect((await world.forgot(newName(), {}, other)).status).toBe(204);
      expect(await countOf('forgotten_password')).toBe(1_001);
    });
    await world.query('DELETE FROM forgotten_password');
  });

  it('do not wait for a user that another transaction holds, and are given up after a minute', async () => {
    const { username, user_id } = await register(platform);
    await platform.services.identity.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [user_id]);
      await world.forgot(username);
      await world.forgot(newName());
      await eventually(async () => {
        expect(await world.query('SELECT username FROM forgotten_password')).toEqual([{ username }]);
      });
      await world.query('UPDATE forgotten_password SET attempts = 59');
      await world.processed();
    });
    const subjects = (await platform.mailsTo(username)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Kies een nieuw wachtwoord');
  });

  it('are mailed later when their client has sent many mails; the nonce lives from then', async () => {
    const { username, user_id } = await register(platform);
    await world.query(
      `INSERT INTO mail_place (mail_id, mailbox, client_id)
       SELECT gen_random_uuid(), 'full', $1 FROM generate_series(1, 50)`,
      [platform.credentials.id],
    );
    await world.forgot(username);
    await eventually(async () => {
      const waiting = `mail_outbox m JOIN nonce n USING (user_id) WHERE user_id = '${user_id}' AND n.purpose = 'password_reset'
        AND n.expires_at = m.expires_at AND m.expires_at = m.due_at + interval '1 hour' AND m.due_at > now() + interval '50 minutes'`;
      expect(await countOf(waiting)).toBe(1);
    });
    await world.query('DELETE FROM mail_place; UPDATE mail_outbox SET due_at = now()');
    expect((await world.reset(await world.mailedNonce(username))).status).toBe(204);
  });

  it('keep a registration from being purged while their link is valid', async () => {
    const { username, user_id } = await beginRegistration(platform);
    await world.forgottenNonce(username);
    await world.query(`UPDATE credential SET created_at = now() - interval '8 days' WHERE user_id = $1`, [user_id]);
    const purge = () => platform.services.identity.get(Chores).runNow('purge-unfinished-registrations');
    const status = async () => (await platform.api.get(`/api/1/user/details/${user_id}`)).status;
    await purge();
    expect(await status()).toBe(200);
    await world.query('UPDATE nonce SET expires_at = now() WHERE user_id = $1', [user_id]);
    await purge();
    expect(await status()).toBe(404);
  });
});
