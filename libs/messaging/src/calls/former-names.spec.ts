import { renamed, rpc } from '@ces/contracts/rpc';
import { randomBytes } from 'node:crypto';
import { Nats } from '../nats.js';
import { Bus } from './bus.js';
import { withFormerNames, withoutFormerNames } from './former-names.js';

const names = { ends_at: 'until', 'queue.next_at': 'next', 'runs.begun_at': 'from' };
const now = { id: 1, until_when: 2, ends_at: 'a', queue: { next_at: null, from: 3 }, runs: [{ begun_at: 'b' }, {}] };
const both = {
  ...{ id: 1, until_when: 2, ends_at: 'a', until: 'a' },
  ...{ queue: { next_at: null, next: null, from: 3 }, runs: [{ begun_at: 'b', from: 'b' }, {}] },
};
const before = { id: 1, until_when: 2, until: 'a', queue: { next: null, from: 3 }, runs: [{ from: 'b' }, {}] };

describe('fields that were renamed', () => {
  it.each<[string, (value: unknown) => unknown]>([
    ['in an object', (value) => value],
    ['in a list', (value) => [value, value]],
    ['in a page', (value) => ({ items: [value], next: 'a cursor' })],
  ])('have both names or the new one: %s', (_, inside) => {
    expect(withFormerNames(inside(now), names)).toEqual(inside(both));
    expect(withoutFormerNames(inside(both), names)).toEqual(inside(now));
    expect(withoutFormerNames(inside(before), names)).toEqual(inside(now));
  });

  it.each([null, undefined, 'until', 5, [], {}, { queue: null, runs: 'from' }])('change nothing else: %j', (value) => {
    expect(withFormerNames(value, names)).toEqual(value);
    expect(withoutFormerNames(value, names)).toEqual(value);
  });

  it('leave other contracts as they are', () => {
    expect(withFormerNames(both, undefined)).toBe(both);
    expect(withoutFormerNames(both, undefined)).toBe(both);
  });
});

describe('a call whose fields were renamed', () => {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const nats = new Nats({ url: process.env['TEST_NATS_URL'] ?? '', namespace, replicas: 1, service: 'gateway' });
  const contract = renamed({ ends_at: 'until' }, rpc('tally.end', null).returns<{ ends_at: string }>());

  afterAll(() => nats.onApplicationShutdown());

  it('is understood by a service of the release before, and understands its answer', async () => {
    const heard: unknown[] = [];
    (await nats.connection()).subscribe(nats.subject('rpc', 'tally.end'), {
      callback: (_error, message) => {
        heard.push(message.json());
        message.respond('{"until":"noon"}');
      },
    });
    expect(await new Bus(nats).call(contract, { ends_at: 'two' })).toEqual({ ends_at: 'noon' });
    expect(heard).toEqual([{ ends_at: 'two', until: 'two' }]);
  });
});
