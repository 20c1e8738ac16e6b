import { erasureReceipt, exportOf, userErased } from '@ces/contracts/identity/erasure';
import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { userClosed } from '@ces/contracts/identity/users';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import type { ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import { transaction, WebhookWorld } from '../../test/webhook-world.js';
import { AttemptPartitions } from '../attempts/attempt-partitions.service.js';
import { LogPartitions } from '../log/log-partitions.service.js';
import { ErasureService } from './erasure.service.js';

describe('erasure and export of a user', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start({ WEBHOOK_PER_HOST: '1' });
  });

  afterAll(() => world.stop());

  const user = (letter: string) => letter.repeat(25);
  const receipts = (userId: string) =>
    world.sql(`SELECT FROM outbox WHERE subject = $1 AND payload::json->>'user_id' = $2`, [
      erasureReceipt('webhooks').subject,
      userId,
    ]);

  it('exports every event of the user, and no event of another user', async () => {
    await world.register('/export', { events: ['transaction-created'] });
    await world.transactions(['mine'], user('e'));
    await world.transactions(['theirs'], user('f'));
    await world.arrived('/export', ['mine', 'theirs']);
    const { bus } = world.service;
    const part = (await bus.call(exportOf('webhooks'), { user_id: user('e') })) as { events: object[]; next: null };
    expect(part).toMatchObject({ events: [{ name: 'transaction-created', data: { id: 'mine' } }], next: null });
    expect(part.events).toHaveLength(1);
  });

  it('removes the events from queue, log and answers; other events and user-deleted are delivered', async () => {
    const { id } = await world.register('/erased', { events: ['transaction-created', 'user-deleted'] });
    world.receiver.behaviour = ({ body }, response) => response.writeHead(500).end(body);
    await world.transactions(['gone'], user('g'));
    await eventually(async () => {
      expect((await world.details(id)).queue.failures).toBe(1);
    });
    await world.transactions(['kept'], user('h'));
    await world.tell(userClosed, [{ user_id: user('g'), at: new Date().toISOString() }]);
    await eventually(async () => {
      expect((await world.details(id)).queue.waiting).toBe(3);
    });
    // Facts may arrive twice.
    await world.tell(userErased, [{ user_id: user('g') }]);
    await world.tell(userErased, [{ user_id: user('g') }]);
    await eventually(async () => {
      expect(await receipts(user('g'))).toHaveLength(2);
    });
    // A fact that arrives after the erasure.
    await world.transactions(['late'], user('g'));
    await world.transactions(['later'], user('h'));
    const first = world.receiver.at('/erased').length;
    world.receiver.answer(200);
    await world.enable(id);
    await eventually(() => {
      const events = world.receiver
        .at('/erased')
        .slice(first)
        .flatMap((each) => each.events);
      expect(events.map(({ name, data }) => data['id'] ?? name)).toEqual(
        expect.arrayContaining(['kept', 'user-deleted', 'later']),
      );
      expect(events).toHaveLength(3);
    });
    const rows = (await dump(world.app)).split('\n').filter((row) => row.includes(user('g')));
    const tables = rows.filter((row) => row.startsWith('public.'));
    expect(tables.filter((row) => !/user-deleted|webhooks\.erasure-receipt/.test(row))).toEqual([]);
  });

  const erased = async (userId: string): Promise<void> => {
    const before = (await receipts(userId)).length;
    await world.tell(userErased, [{ user_id: userId }]);
    await eventually(async () => {
      expect(await receipts(userId)).toHaveLength(before + 1);
    });
  };
  const leftOf = async (userId: string): Promise<string[]> =>
    (await dump(world.app))
      .split('\n')
      .filter((row) => row.startsWith('public.') && row.includes(userId) && !row.includes('webhooks.erasure-receipt'));

  it('appends what waits for the log while a user is erased, except the events of that user', async () => {
    await world.register('/held');
    const erasing = world.app.get(DataSource).createQueryRunner();
    await erasing.startTransaction();
    await erasing.query('UPDATE log_clock SET erasures = erasures + 1');
    await world.tell(transactionCreated, [transaction('erased', user('r')), transaction('spared', user('s'))]);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      expect(await world.sql(waiting)).toHaveLength(1);
    });
    await erasing.query(`INSERT INTO erased_user (user_hash) VALUES (sha256(convert_to($1, 'UTF8')))`, [user('r')]);
    await erasing.commitTransaction();
    await erasing.release();
    await world.transactions(['after'], user('s'));
    await world.arrived('/held', ['spared', 'after']);
  });

  it('keeps no answer that a request under way gets after the erasure', async () => {
    const { id } = await world.register('/under-way');
    let answer = (): void => undefined;
    world.receiver.behaviour = ({ path, body }, response) => {
      if (path === '/under-way') answer = () => response.writeHead(500).end(body);
      else response.writeHead(204).end();
    };
    await world.transactions(['under-way'], user('i'));
    await eventually(() => {
      expect(world.receiver.at('/under-way')).toHaveLength(1);
    });
    await erased(user('i'));
    answer();
    await eventually(async () => {
      expect(await world.attempts(id)).toMatchObject([{ answer: { status: 500, body: '' } }]);
    });
    expect(await leftOf(user('i'))).toEqual([]);
    world.receiver.answer(204);
  });

  it('keeps no answer to a delivery that is recorded after the erasure', async () => {
    const { id } = await world.register('/unrecorded');
    world.receiver.behaviour = ({ body }, response) => response.writeHead(200).end(body);
    await world.transactions(['unrecorded'], user('t'));
    await world.arrived('/unrecorded', ['unrecorded']);
    await erased(user('t'));
    await world.transactions(['next'], user('h'));
    await world.arrived('/unrecorded', ['unrecorded', 'next']);
    await eventually(async () => {
      expect((await world.attempts(id)).map(({ answer }) => answer?.body.includes(user('t')))).toEqual([false, false]);
    });
    expect(await leftOf(user('t'))).toEqual([]);
    world.receiver.answer(204);
  });

  it('counts the failure of a request under way, so that a hanging receiver is tried less often', async () => {
    const { id } = await world.register('/hangs');
    let hold: ServerResponse | undefined;
    world.receiver.behaviour = ({ path }, response) => {
      if (path === '/hangs') hold = response;
      else response.writeHead(204).end();
    };
    await world.transactions(['hangs'], user('n'));
    await world.transactions(['stays'], user('o'));
    await eventually(() => {
      expect(world.receiver.at('/hangs')).toHaveLength(1);
    });
    await erased(user('n'));
    hold?.writeHead(500).end();
    await eventually(async () => {
      expect((await world.details(id)).queue).toMatchObject({
        failures: 1,
        next_attempt_at: expect.any(String) as string,
      });
    });
    const [{ measured } = { measured: false }] = await world.sql<{ measured: boolean }>(
      'SELECT last_ms > 0 AS measured FROM delivery WHERE webhook_id = $1',
      [id],
    );
    expect(measured).toBe(true);
    expect(world.receiver.at('/hangs')).toHaveLength(1);
    world.receiver.answer(204);
    await world.enable(id);
    await eventually(() => {
      expect(world.idsAt('/hangs').slice(1)).toContain('stays');
    });
    expect(world.idsAt('/hangs').slice(1)).not.toContain('hangs');
  });

  it('disables a webhook whose receiver is gone, even if events were erased meanwhile', async () => {
    const { id } = await world.register('/gone');
    let hold: ServerResponse | undefined;
    world.receiver.behaviour = ({ path }, response) => {
      if (path === '/gone') hold = response;
      else response.writeHead(204).end();
    };
    await world.transactions(['gone'], user('p'));
    await eventually(() => {
      expect(world.receiver.at('/gone')).toHaveLength(1);
    });
    await erased(user('p'));
    hold?.writeHead(410).end();
    await eventually(async () => {
      expect(await world.details(id)).toMatchObject({ state: 'disabled', disabled: { reason: 'gone' } });
    });
    world.receiver.answer(204);
  });

  it('sends no batch that was composed before the erasure and waits for its place', async () => {
    const { id: first } = await world.register('/first', { events: ['user-deleted'] });
    const { id } = await world.register('/waiting');
    const held: ServerResponse[] = [];
    world.receiver.behaviour = ({ path }, response) => {
      if (path === '/first') held.push(response);
      else response.writeHead(204).end();
    };
    await world.tell(userClosed, [{ user_id: user('k'), at: new Date().toISOString() }]);
    await eventually(() => {
      expect(held).toHaveLength(1);
    });
    await world.transactions(['never'], user('l'));
    await world.transactions(['later'], user('m'));
    await eventually(async () => {
      const [{ leased } = { leased: 0 }] = await world.sql<{ leased: number }>(
        'SELECT count(*)::integer AS leased FROM delivery WHERE webhook_id = ANY ($1::uuid[]) AND lease_owner IS NOT NULL',
        [[first, id]],
      );
      expect(leased).toBe(2);
    });
    await erased(user('l'));
    for (const response of held.splice(0)) response.writeHead(204).end();
    await world.arrived('/waiting', ['later']);
  });

  it('forgets answers and events set aside when their events leave the log with their week', async () => {
    const { id } = await world.register('/replayed');
    world.receiver.behaviour = ({ body }, response) => response.writeHead(200).end(body);
    await world.transactions(['replayed'], user('j'));
    await eventually(async () => {
      expect((await world.attempts(id))[0]?.answer?.body).toContain(user('j'));
    });
    await world.sql(
      `INSERT INTO set_aside (webhook_id, position, event_id, status)
       SELECT webhook_id, upto, batch_id, 413 FROM attempt WHERE webhook_id = $1`,
      [id],
    );
    // An attempt of a replay, a month later.
    const day = 86_400_000;
    await world.sql(`UPDATE attempt SET started_at = $2 WHERE webhook_id = $1`, [id, new Date(Date.now() + 40 * day)]);
    const later = Date.now() + 45 * day;
    await world.app.get(LogPartitions).arrange(later);
    await world.app.get(AttemptPartitions).arrange(later);
    await world.app.get(ErasureService).forgetDropped(later);
    expect(await world.attempts(id)).toMatchObject([{ answer: { status: 200, body: '' } }]);
    expect((await world.details(id)).queue.set_aside).toBe(0);
    expect(await leftOf(user('j'))).toEqual([]);
  });
});
