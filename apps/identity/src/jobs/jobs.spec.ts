import { deadLetters, type DeadLetter } from '@ces/contracts/dead-letters';
import { getJob, listJobs, replayDeadLetters } from '@ces/contracts/operation/jobs';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';

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
    });

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
    expect(await finished(id)).toMatchObject({ done: 3, failed: 0 });
    expect(replayed).toEqual([second, first]);
  });

  it('waits for a service that does not answer, and says so', async () => {
    const { id } = await identity.bus.call(replayDeadLetters, { service: 'webhooks' });
    await eventually(async () => {
      const job = await identity.bus.call(getJob, { id });
      expect(job).toMatchObject({ state: 'waiting', obstacle: 'The webhooks service does not answer.' });
    });
    await identity.answer(deadLetters('webhooks').list, () => []);
    expect(await finished(id)).toMatchObject({ done: 0, progress: 1, obstacle: null });
  });

  it('is not found by an unknown id', async () => {
    for (const id of [newId(), 'no-id'])
      await expect(identity.bus.call(getJob, { id })).rejects.toMatchObject({ code: 'job-not-found' });
  });
});
