import { eventually } from '@ces/testing/eventually';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Dispatcher } from './dispatcher.service.js';
import { ClaimStore } from './claim.store.js';
import type { DeliveryRecord } from '../record/delivery-record.js';
import { Recorder } from '../record/recorder.service.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';

describe('two replicas of the webhooks service', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start({ WEBHOOK_TIMEOUT_SECONDS: '2' });
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.receiver.answer(204);
  });

  const withReplica = async (work: (other: NestFastifyApplication) => Promise<void>) => {
    const other = await world.service.replica();
    try {
      await work(other);
    } finally {
      await world.service.stopReplica(other);
    }
  };

  it('send an event once if its receiver takes nine tenths of the deadline', async () => {
    await withReplica(async () => {
      world.receiver.behaviour = (_, response) => void sleep(1_800).then(() => response.writeHead(200).end());
      await world.register('/long');
      await world.transactions(['s1']);
      await eventually(() => {
        expect(world.idsAt('/long')).toEqual(['s1']);
      });
      await world.transactions(['s2']);
      await world.arrived('/long', ['s1', 's2']);
      await sleep(2_500);
      expect(world.idsAt('/long')).toEqual(['s1', 's2']);
    });
  });

  it('start and stop without sending any event twice or losing one', async () => {
    world.receiver.behaviour = (_, response) => void sleep(10).then(() => response.writeHead(200).end());
    const paths = ['/roll-a', '/roll-b', '/roll-c'];
    for (const path of paths) await world.register(path);
    const ids = numbered('roll', 900);
    const telling = (async () => {
      for (let i = 0; i < ids.length; i += 10) {
        await world.transactions(ids.slice(i, i + 10));
        await sleep(25);
      }
    })();
    for (let round = 0; round < 3; round += 1) await withReplica(() => sleep(500));
    await telling;
    // NATS gives a fact that a stopping replica left unacknowledged to the next one after ten seconds.
    for (const path of paths) await world.arrived(path, ids, 60_000);
  });

  it('a replica that lost its lease does not overwrite the state of the new holder', async () => {
    const answers: (() => void)[] = [];
    world.receiver.behaviour = ({ path }, response) => {
      if (path === '/stopped') answers.push(() => response.writeHead(500).end());
      else response.writeHead(200).end();
    };
    const { id } = await world.register('/stopped');
    await world.transactions(['z1']);
    await eventually(() => {
      expect(answers).toHaveLength(1);
    });
    // Stands for a process that was frozen for longer than its lease, while another one delivered.
    const [row] = await world.sql<{ batch_to: string }>(
      `WITH taken AS (SELECT batch_to FROM delivery WHERE webhook_id = $1), done AS (
         UPDATE delivery SET epoch = epoch + 1, lease_owner = gen_random_uuid(), lease_until = now() + interval '1 hour',
                cursor = batch_to, batch_id = NULL, batch_to = NULL, batch_count = NULL, batch_hash = NULL, batch_names = NULL
          WHERE webhook_id = $1) SELECT batch_to FROM taken`,
      [id],
    );
    answers[0]?.();
    await eventually(async () => {
      expect(await world.attempts(id)).toHaveLength(1);
    });
    const [state] = await world.sql<{ cursor: string; attempt: number; batch_id: string | null }>(
      'SELECT cursor, attempt, batch_id FROM delivery WHERE webhook_id = $1',
      [id],
    );
    expect(state).toEqual({ cursor: row?.batch_to, attempt: 0, batch_id: null });
  });

  it('a replica that was frozen between the confirmation of its lease and the request asks again before it sends', async () => {
    await world.register('/late');
    await withReplica(async (other) => {
      const frozen = world.app.get(Recorder);
      const record = frozen.record.bind(frozen);
      const store = world.app.get(ClaimStore);
      let released = (): void => undefined;
      const stop = new Promise<void>((resolve) => (released = resolve));
      // Stands for a frozen process: it gets the answer late, and renews nothing meanwhile.
      Object.assign(frozen, {
        record: async (given: DeliveryRecord) => {
          const recorded = await record(given);
          await stop;
          return recorded;
        },
      });
      Object.assign(store, { renew: (ids: string[]) => Promise.resolve(new Set(ids)) });
      await world.transactions(['late']);
      await eventually(
        () => {
          other.get(Dispatcher).look();
          expect(world.idsAt('/late')).toEqual(['late']);
        },
        30_000,
        200,
      );
      released();
      Reflect.deleteProperty(frozen, 'record');
      Reflect.deleteProperty(store, 'renew');
      await world.transactions(['control']);
      await world.arrived('/late', ['late', 'control']);
    });
  });

  it('a batch whose sender died is sent by another replica, with the same id and bytes', async () => {
    const { id } = await world.register('/died');
    world.receiver.answer(500);
    await world.transactions(['q1', 'q2']);
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    // Stands for a sender that died right after the request.
    await world.sql(
      `UPDATE delivery SET attempt = 0, due_at = '-infinity', lease_owner = gen_random_uuid(), lease_until = now()
        WHERE webhook_id = $1`,
      [id],
    );
    world.receiver.answer(200);
    await world.arrived('/died', ['q1', 'q2', 'q1', 'q2']);
    const [first, second] = world.receiver.at('/died');
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});
