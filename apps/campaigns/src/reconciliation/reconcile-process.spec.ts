import { deadLetters } from '@ces/contracts/dead-letters';
import { reconciliation } from '@ces/contracts/facts/reconciliation';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import type { PrivateDatabase } from '@ces/testing/servers/private-database';
import { startProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { campaigns } from '../campaigns.module.js';

describe('the process of reconcile', () => {
  let messaging: GuardedNats;
  let database: PrivateDatabase;
  let command: ServiceProcess | undefined;

  beforeAll(async () => {
    messaging = await GuardedNats.start();
    database = await migratedDatabase(campaigns.name, campaigns.schema);
  });

  afterAll(async () => {
    await command?.stop();
    await messaging.stop();
    await database.drop();
  });

  const leases = async (): Promise<unknown[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<object>('SELECT name FROM lease');
    await client.end();
    return rows;
  };

  it('answers no call and takes no lease while the command waits for other services', async () => {
    const { nats } = messaging;
    const { subject } = reconciliation('identity').published;
    const asked = (await nats.connection()).subscribe(nats.subject('rpc', subject), { max: 1 });
    const env = { DATABASE_URL: database.url, ...messaging.settings('campaigns') };
    command = await startProcess('campaigns', env, ['reconcile']);
    for await (const question of asked) {
      for (let look = 0; look < 10; look += 1) {
        const call = messaging.bus.call(deadLetters('campaigns').list, {});
        await expect(call).rejects.toMatchObject({ code: 'service-unavailable' });
        await sleep(300);
      }
      expect(await leases()).toEqual([]);
      question.respond(JSON.stringify([]));
    }
    await eventually(() => {
      expect(command?.log()).toMatch(/2[12] hours compared/);
    }, 30_000);
  }, 90_000);
});
