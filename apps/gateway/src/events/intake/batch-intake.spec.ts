import type { AccessToken } from '@ces/auth/access-token';
import type { EventResult, Submission } from '@ces/contracts/events/events';
import type { Bus } from '@ces/messaging/calls/bus';
import { BatchIntake, checked, isPlain } from './batch-intake.js';
import type { EventIntake } from './event-intake.js';
import type { RefusedEvents } from './refused-events.js';

const event = { user_id: 'A'.repeat(25), event_name: 'purchase', data: { amount: 1 } };

async function submissionsOf(item: object): Promise<Submission[]> {
  const taken: Submission[] = [];
  const accepted: EventResult = {
    accepted: { id: 'e', event_name: 'purchase', version: 1, status: 'accepted', received_at: '' },
    replayed: false,
  };
  const intake: Pick<EventIntake, 'acceptInOrder'> = {
    acceptInOrder: (submissions) => {
      taken.push(...submissions);
      return Promise.resolve(submissions.map(() => accepted));
    },
  };
  const refused: Pick<RefusedEvents, 'noteResults'> = { noteResults: () => undefined };
  const batches = new BatchIntake(intake as EventIntake, refused as RefusedEvents, {} as Bus);
  await batches.accept(Buffer.from(JSON.stringify([item])), { client_id: 'shop' } as AccessToken, {
    requestId: 'spec',
  });
  return taken;
}

const submitted = ({ user_id, event_name, data }: typeof event, more: object): object => ({
  ...{ user_id, event_name, data: JSON.stringify(data), client_id: 'shop', request_id: 'spec' },
  ...more,
});

describe('an item of a batch', () => {
  const time = '2026-01-02T03:04:05Z';

  it.each<[string, object, object]>([
    ['without id and time', {}, {}],
    ['with an id and a time', { id: ' b~1', time }, { key: ' b~1', time: '2026-01-02T03:04:05.000Z' }],
    ['with an id of 255 characters', { id: 'i'.repeat(255) }, { key: 'i'.repeat(255) }],
    ['with other fields', { extra: '\0', constructor: 1, ['__proto__']: { id: 'i', time: 1 } }, {}],
    ['with odd data', { data: { ['__proto__']: { a: 1 }, constructor: '\ud800', a: '\0' } }, {}],
  ])('%s passes the short check, and the full one makes the same of it', async (_, more, part) => {
    const item = { ...event, ...more };
    const raw = JSON.parse(JSON.stringify(item)) as Record<string, unknown>;
    expect(isPlain(raw)).toBe(true);
    const { user_id, event_name, id } = raw;
    expect(await checked(raw, '#/0')).toEqual({ user_id, event_name, id, time: raw['time'], data: {} });
    expect(await submissionsOf(item)).toEqual([submitted(item, part)]);
  });

  it.each<[string, object, object]>([
    ['with null as its id and time', { id: null, time: null }, {}],
    ['with an id beyond ASCII', { id: '🎟'.repeat(255) }, { key: '🎟'.repeat(255) }],
    ['with a control character in its id', { id: '\t' }, { key: '\t' }],
    ['without a name', { event_name: '' }, { event_name: '' }],
    ['with a name that no event has', { event_name: 'A'.repeat(101) }, { event_name: 'A'.repeat(101) }],
  ])('%s gets the full check and passes it', async (_, more, part) => {
    const item = { ...event, ...more };
    expect(isPlain(item)).toBe(false);
    expect(await submissionsOf(item)).toEqual([submitted(item, part)]);
  });

  it.each<[string, unknown[]]>([
    ['id', ['', 'i'.repeat(256), 'i'.repeat(1_000_000), 1, ['i'], {}, '\0', 'i\ud800']],
    ['time', ['', 1, {}, '\0', '\ud800']],
    ['event_name', [null, undefined, 1, ['purchase'], '\0', '\ud800']],
    ['user_id', [null, undefined, '', 1, [event.user_id], `${event.user_id}\n`, 'A'.repeat(24), '\0', '\ud800']],
    ['data', [null, undefined, 'a', 1, [], [{}]]],
  ])('with a wrong %s gets the full check and is refused', async (name, values) => {
    for (const value of values) {
      const item = { ...event, [name]: value };
      expect([value, isPlain(item), await submissionsOf(item)]).toEqual([value, false, []]);
    }
  });

  it('with a time that does not exist is refused, although it passes both checks', async () => {
    expect(await submissionsOf({ ...event, time: '2026-02-30T00:00:00Z' })).toEqual([]);
  });
});
