import { deadLetters, type DeadLetter } from '@ces/contracts/dead-letters';
import { cancelJob, getJob, listJobs, replayDeadLetters } from '@ces/contracts/operation/jobs';
import { newId } from '@ces/messaging/storage/ids';
import { fenced } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { lostFence } from '@ces/testing/lost-fence';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';
import { ReplayRunsService } from './replay-runs.service.js';

describe('a job that replays dead letters', () => {
  let identity: RunningService;
  /** Stands in for the dead letters of cards. */
  let letters: DeadLetter[] = [];
  let replayed: string[] = [];

  beforeAll(async () => {
    identity = await startIdentity();
    const { list, replay } = deadLetters('cards');
    await identity.answer(list, ({ before = '~', at_most = 500 }) =>
      letters
        .filter(({ id }) => id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, at_most),
    );
    await identity.answer(replay, ({ id }) => {
      letters = letters.filter((each) => each.id !== id);
      replayed.push(id);
      return { replayed: true as const };
    });
  });

  beforeEach(() => {
    letters = [];
    replayed = [];
  });

  afterAll(() => identity.stop());

  const letter = (more: Partial<DeadLetter> = {}): DeadLetter => ({
    ...{ id: newId(), service: 'cards', subject: 'identity.user-created', error: 'broken', attempts: 8 },
    received_at: '2026-11-21T09:30:00.000Z',
    ...more,
  });
  const finished = (id: string) =>
    eventually(async () => {
      const job = await identity.bus.call(getJob, { id });
      expect(job.state).toBe('finished');
      return job;
    }, 30_000);

  it('replays those that it was asked for, each once, and leaves those that came later', async () => {
    letters = [
      ...Array.from({ length: 150 }, () => letter()),
      letter({ subject: 'identity.user-closed' }),
      letter({ received_at: '2026-11-20T09:30:00.000Z' }),
    ];
    const wanted = letters.slice(0, 150).map(({ id }) => id);
    const request = {
      service: 'cards' as const,
      subject: 'identity.user-created',
      since: '2026-11-21T00:00:00Z',
    };
    const made = await identity.bus.call(replayDeadLetters, request);
    expect(made).toMatchObject({ kind: 'replay-dead-letters', request, done: 0, failed: 0 });
    letters.push(letter({ id: newId(Date.now() + 1_000) }));
    expect(await finished(made.id)).toMatchObject({ progress: 1, done: 150, failed: 0, obstacle: null });
    expect(replayed.sort()).toEqual(wanted.sort());
    expect(letters).toHaveLength(3);
    const { items } = await identity.bus.call(listJobs, { state: 'finished', limit: 1 });
    expect(items).toMatchObject([{ id: made.id }]);
  });

  it('goes on where a killed replica was, and counts none twice', async () => {
    letters = [letter(), letter(), letter()];
    const [first, second, third] = letters.map(({ id }) => id);
    const id = newId(Date.now() + 1_000);
    // The state after a kill: the newest letter is replayed and counted.
    letters.pop();
    await identity.query(
      `INSERT INTO job (id, request, total, done, service, before) VALUES ($1, '{"service": "cards"}', 3, 1, 'cards', $2)`,
      [id, third],
    );
    identity.app.get(Chores).wake('replay-dead-letters');
    expect(await finished(id)).toMatchObject({ done: 3, failed: 0 });
    expect(replayed).toEqual([second, first]);
  });

  it('waits for a service that does not answer, and says so', async () => {
    const { id } = await identity.bus.call(replayDeadLetters, { service: 'webhooks' });
    await eventually(async () => {
      const job = await identity.bus.call(getJob, { id });
      expect(job).toMatchObject({ state: 'waiting', obstacle: 'The webhooks service does not answer.' });
    });
    letters = [letter()];
    const other = await identity.bus.call(replayDeadLetters, { service: 'cards' });
    expect(await finished(other.id)).toMatchObject({ done: 1 });
    await identity.answer(deadLetters('webhooks').list, () => []);
    expect(await finished(id)).toMatchObject({ done: 0, progress: 1, obstacle: null });
  });

  it('is set aside after five tries that fail for another reason, and says so', async () => {
    await identity.answer(deadLetters('segments').list, () => 'no list' as unknown as DeadLetter[]);
    const { id } = await identity.bus.call(replayDeadLetters, { service: 'segments' });
    await eventually(async () => {
      await identity.query('UPDATE job SET faults = 4, try_at = NULL WHERE id = $1 AND finished_at IS NULL', [id]);
      identity.app.get(Chores).wake('replay-dead-letters');
      expect(await identity.bus.call(getJob, { id })).toMatchObject({
        ...{ state: 'failed', progress: 0, finished_at: expect.any(String) as string },
        obstacle: 'It failed on our side; the log says why.',
      });
    });
    expect((await identity.bus.call(listJobs, { state: 'failed' })).items).toMatchObject([{ id }]);
  });

  it('goes on elsewhere when its replica has lost the election meanwhile', async () => {
    letters = [letter()];
    const id = newId(Date.now() + 1_000);
    await identity.query(
      `INSERT INTO job (id, request, total, service) VALUES ($1, '{"service": "cards"}', 1, 'cards')`,
      [id],
    );
    const run = () => identity.app.get(ReplayRunsService).run(new AbortController().signal);
    expect(await fenced(lostFence(identity.app), run)).toBe('done');
    expect(await identity.bus.call(getJob, { id })).toMatchObject({ finished_at: null, obstacle: null });
    identity.app.get(Chores).wake('replay-dead-letters');
    expect(await finished(id)).toMatchObject({ obstacle: null });
  });

  it('is cancelled, also while letters are replayed, and then replays no more', async () => {
    letters = Array.from({ length: 400 }, () => letter());
    const { id } = await identity.bus.call(replayDeadLetters, { service: 'cards' });
    await eventually(() => {
      expect(replayed.length).toBeGreaterThan(0);
    });
    const cancelled = await identity.bus.call(cancelJob, { id });
    expect(cancelled).toMatchObject({ id, state: 'cancelled', finished_at: expect.any(String) as string });
    letters.push(letter({ id: newId(Date.now() - 1) }));
    const next = await identity.bus.call(replayDeadLetters, { service: 'webhooks' });
    await finished(next.id);
    expect(letters.length).toBeGreaterThan(1);
    expect(await identity.bus.call(cancelJob, { id })).toMatchObject({
      ...cancelled,
      done: expect.any(Number) as number,
    });
    expect((await identity.bus.call(listJobs, { state: 'cancelled' })).items).toMatchObject([{ id }]);
  });

  it('is refused while twenty others have not ended', async () => {
    await identity.query(
      `INSERT INTO job (id, request, try_at)
       SELECT gen_random_uuid(), '{}', now() + interval '1 hour' FROM generate_series(1, 19)`,
    );
    letters = [letter()];
    const makeTwo = [1, 2].map(() => identity.bus.call(replayDeadLetters, { service: 'cards' }));
    const made = await Promise.allSettled(makeTwo);
    const refusal = { code: 'service-unavailable', extras: { retry_after: 60 } };
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal });
    await identity.query(`DELETE FROM job WHERE try_at > now() + interval '30 minutes'`);
  });

  it('is not found by an unknown id', async () => {
    for (const id of [newId(), 'no-id'])
      for (const call of [getJob, cancelJob])
        await expect(identity.bus.call(call, { id })).rejects.toMatchObject({ code: 'job-not-found' });
  });
});
