import { registerCredentials } from '@ces/contracts/identity/credentials';
import { closeUser } from '@ces/contracts/identity/deletion';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { serviceProcess } from '@ces/testing/services/service-process';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { migrateIdentity } from '../../test/run-identity.js';

describe('a mail whose sender is killed', () => {
  const received: string[] = [];
  let holding = true;
  let held = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The server sends no greeting until `done` is called, and the sender waits with the claimed mail.
    onConnect: (_session, done) => {
      if (holding) held += 1;
      else done();
    },
    onRcptTo: ({ address }, _session, done) => {
      received.push(address);
      done();
    },
  });
  let database: PrivateDatabase;
  let client: Client;
  let messaging: GuardedNats;

  beforeAll(async () => {
    server.on('error', () => undefined); // connections of the killed sender break off
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    database = await privateDatabase('identity', migrateIdentity);
    client = new Client({ connectionString: database.url });
    await client.connect();
    messaging = await GuardedNats.start();
  });

  afterAll(async () => {
    await messaging.stop();
    await client.end();
    await database.drop();
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  });

  it('arrives once after the next start of the service', async () => {
    const env = {
      DATABASE_URL: database.url,
      ...messaging.settings('identity'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    };
    const waiting = async () => (await client.query('SELECT attempts FROM mail_outbox')).rows as unknown[];
    const { bus } = messaging;
    const first = await serviceProcess('identity', env);
    const credentials = { username: 'anna@example.com', password: 'correct horse', client_id: 'cl_a' };
    const { user_id } = await bus.call(registerCredentials, credentials);
    expect(await bus.call(closeUser, { user_id, client_id: 'cl_a', locale: 'en_GB' })).toEqual({ deleted: true });
    await eventually(() => {
      expect(held).toBe(1);
    });
    await first.kill();
    expect([await waiting(), received]).toEqual([[{ attempts: 1 }], []]);

    holding = false;
    await client.query('UPDATE mail_outbox SET due_at = now()'); // ends the lease of the killed sender
    const second = await serviceProcess('identity', env);
    await eventually(async () => {
      expect(await waiting()).toEqual([]);
    });
    expect(received).toEqual(['anna@example.com']);
    await second.stop();
  });
});
