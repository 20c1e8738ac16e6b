import type { Cap, Effect, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { typeOfSchema } from '@ces/contracts/events/schema-types';
import type { Fault } from '@ces/contracts/problems';
import { variablesWith } from '../../conditions/environment.js';
import { faultsOfDocument, faultsOfTrigger } from './check-document.js';

const properties = { amount: { type: 'integer' }, price: { type: 'number' }, paid: { type: 'boolean' }, free: {} };
const variables = variablesWith(typeOfSchema({ type: 'object', properties }));
const survey: Effect = { type: 'ask_survey', survey_id: 's' };

function faultsOf(more: object): Fault[] {
  const document: NewCampaign = { name: 'Spec', trigger: { event_name: 'purchase' }, effects: [survey], ...more };
  return faultsOfDocument(document, variables);
}

const placesOf = (faults: Fault[]) => faults.map(({ pointer, code }) => `${pointer} ${code}`);

describe('the trigger of a campaign', () => {
  it.each([
    ['an event', { event_name: 'purchase' }],
    ['a fact', { lifecycle: 'card-added' }],
    ['an entry into a segment', { lifecycle: 'segment-entered', segment_id: 's' }],
  ] as const)('may be %s', (_, trigger) => {
    expect(faultsOfTrigger(trigger)).toEqual([]);
  });

  it.each([
    ['neither an event nor a fact', {}, ['']],
    ['an event and a fact', { event_name: 'purchase', lifecycle: 'user-activated' }, ['']],
    ['an event of an impossible name', { event_name: 'Purchase' }, ['/event_name']],
    ['an entry into no segment', { lifecycle: 'segment-entered' }, ['/segment_id']],
    ['a segment without an entry', { event_name: 'purchase', segment_id: 's' }, ['/segment_id']],
    ['a segment beside another fact', { lifecycle: 'card-added', segment_id: 's' }, ['/segment_id']],
    ['several faults at once', { event_name: ' ', segment_id: 's' }, ['/event_name', '/segment_id']],
  ] as const)('is refused with %s', (_, trigger, places) => {
    expect(placesOf(faultsOfTrigger(trigger))).toEqual(places.map((place) => `#/trigger${place} trigger`));
  });
});

describe('the segment of a trigger', () => {
  it('is said to be missing, or to be in the wrong place', () => {
    const detailOf = (trigger: Parameters<typeof faultsOfTrigger>[0]) => faultsOfTrigger(trigger)[0]?.detail;
    expect(detailOf({ lifecycle: 'segment-entered' })).toBe('is required with segment-entered');
    expect(detailOf({ event_name: 'e', segment_id: 's' })).toBe('is allowed only with segment-entered');
  });
});

describe('the schedule of a campaign', () => {
  const noon = '2026-06-01T12:00:00Z';

  it('ends after it begins, in whatever time zones both are written', () => {
    expect(placesOf(faultsOf({ starts_at: noon, ends_at: noon }))).toEqual(['#/ends_at schedule']);
    expect(placesOf(faultsOf({ starts_at: noon, ends_at: '2026-06-01T13:00:00+02:00' }))).toEqual([
      '#/ends_at schedule',
    ]);
    expect(faultsOf({ starts_at: noon, ends_at: '2026-06-01T12:00:00.001Z' })).toEqual([]);
    expect(faultsOf({ starts_at: '2026-06-01T13:59:00+02:00', ends_at: noon })).toEqual([]);
  });

  it('may lack either end', () => {
    expect(faultsOf({ starts_at: null, ends_at: '1970-01-01T00:00:00Z' })).toEqual([]);
    expect(faultsOf({ starts_at: noon, ends_at: null })).toEqual([]);
  });
});

describe('the condition of a campaign', () => {
  it.each(['', null, 'event.amount > 1', 'event.paid', 'event.free'])('may be %j', (condition) => {
    expect(faultsOf({ condition })).toEqual([]);
  });

  it('results in bool, and the refusal names the type that it has', () => {
    expect(faultsOf({ condition: 'event.amount' })).toEqual([
      { pointer: '#/condition', code: 'type', detail: 'must result in bool, not in int' },
    ]);
  });

  it('asks with `in` only for names that the object may have', () => {
    expect(faultsOf({ condition: '"amount" in event && "any" in event.free' })).toEqual([]);
    const [fault] = faultsOf({ condition: 'event.paid && "amuont" in event' });
    expect(fault).toMatchObject({ pointer: '#/condition', code: 'cel' });
    expect(fault?.detail).toMatch(/: there is no property amuont; there are .*; did you mean "amount"\?$/);
  });

  it('is refused with the place of the fault, counted from 1, and the first 60 characters there', () => {
    expect(faultsOf({ condition: 'event.paid && nobody' })).toMatchObject([
      {
        pointer: '#/condition',
        code: 'cel',
        detail: expect.stringMatching(/^at character 15 \(nobody\): there is no/),
      },
    ]);
    const long = `x${'y'.repeat(99)}`;
    const [fault] = faultsOf({ condition: long });
    expect(fault?.detail).toMatch(new RegExp(`^at character 1 \\(${long.slice(0, 60)}\\): `));
    expect(faultsOf({ condition: 'event.paid &&' })[0]?.detail).toMatch(/^at character 14: /);
  });
});

describe('the effects of a campaign', () => {
  const booking = { type: 'transaction', stack_id: 's', value: 1 };

  it.each([
    [{ type: 'claim_coupon', coupon_id: 'c' }],
    [{ ...booking, block_id: 'b' }],
    [{ type: 'ask_survey', survey_id: 's', coupon_id: undefined }],
  ])('may be %j', (effect) => {
    expect(faultsOf({ effects: [effect] })).toEqual([]);
  });

  it('have each the fields of their type, and the refusal names every missing and every strange one', () => {
    const effects = [
      { type: 'claim_coupon', stack_id: 's' },
      { type: 'transaction' },
      { type: 'ask_survey', survey_id: 's', block_id: 'b', value: 1 },
      { ...booking, coupon_id: 'c' },
      { ...booking, value: null },
      { type: 'claim_coupon', coupon_id: 'c', value: 0 },
    ];
    expect(faultsOf({ effects }).map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([
      '#/effects/0/coupon_id is needed for claim_coupon',
      '#/effects/0/stack_id is not a field of claim_coupon',
      '#/effects/1/stack_id is needed for transaction',
      '#/effects/1/value is needed for transaction',
      '#/effects/2/block_id is not a field of ask_survey',
      '#/effects/2/value is not a field of ask_survey',
      '#/effects/3/coupon_id is not a field of transaction',
      '#/effects/4/value is needed for transaction',
      '#/effects/5/value is not a field of claim_coupon',
    ]);
  });

  it('are of a known type, also when an object has a member of that name', () => {
    const effects = [{ type: 'transactions', coupon_id: 'c' }, { type: 'constructor' }];
    expect(faultsOf({ effects })).toEqual([
      {
        pointer: '#/effects/0/type',
        code: 'unknown',
        detail: expect.stringMatching(
          /^must be one of claim_coupon, transaction, ask_survey; did you mean "transaction"/,
        ),
      },
      expect.objectContaining({ pointer: '#/effects/1/type', code: 'unknown' }),
    ]);
  });

  it.each([1, -1, 1_000_000_000_000, -1_000_000_000_000, 'event.amount', 'round(event.price)', '-5'])(
    'may book the value %j',
    (value) => {
      expect(faultsOf({ effects: [{ ...booking, value }] })).toEqual([]);
    },
  );

  it.each([
    [0, 'value'],
    [0.5, 'value'],
    [1_000_000_000_001, 'value'],
    [-1_000_000_000_001, 'value'],
    [true, 'value'],
    [[1], 'value'],
    ['event.price', 'type'],
    ['event.free', 'type'],
    ['event.paid', 'type'],
    ['', 'cel'],
    [`${' '.repeat(4_096)}1`, 'length'],
    ['"\ud800" == "" ? 1 : 2', 'text'],
  ])('may not book the value %j', (value, code) => {
    expect(placesOf(faultsOf({ effects: [survey, { ...booking, value }] }))).toEqual([`#/effects/1/value ${code}`]);
  });

  it('may book the value of an expression of 4,096 characters', () => {
    expect(faultsOf({ effects: [{ ...booking, value: `${' '.repeat(4_095)}1` }] })).toEqual([]);
  });

  it('say how to make a whole number of an expression that results in another type', () => {
    const [fault] = faultsOf({ effects: [{ ...booking, value: 'event.price' }] });
    expect(fault?.detail).toBe('must result in int, not in double: say round(…), floor(…) or int(…)');
  });
});

describe('the caps of a campaign', () => {
  const capOf = (window: object, more: object = {}) => ({ scope: 'user', window, max: 1, ...more }) as Cap;
  const calendar = { type: 'calendar', unit: 'day', timezone: 'Europe/Berlin' };

  it.each([
    [{ type: 'total' }],
    [{ type: 'rolling', seconds: 60 }],
    [calendar],
    [{ ...calendar, unit: 'year', timezone: '+05:30' }],
  ])('may count in the window %j', (window) => {
    expect(faultsOf({ caps: [capOf(window)] })).toEqual([]);
  });

  it.each([
    [{ type: 'total', seconds: 60 }, ['seconds']],
    [{ type: 'total', unit: 'day' }, ['unit']],
    [{ type: 'rolling' }, ['seconds']],
    [{ type: 'rolling', seconds: 60, timezone: 'UTC' }, ['timezone']],
    [{ type: 'calendar' }, ['unit', 'timezone']],
    [{ ...calendar, seconds: 60 }, ['seconds']],
    [{ ...calendar, timezone: 'Europe/Atlantis' }, ['timezone']],
    [{ type: 'total', timezone: 'Europe/Atlantis' }, ['timezone', 'timezone']],
  ])('may not count in the window %j', (window, fields) => {
    const caps = [capOf({ type: 'total' }), capOf(window)];
    expect(placesOf(faultsOf({ caps }))).toEqual(fields.map((field) => `#/caps/1/window/${field} window`));
  });

  it('count up to 10,000 grants of all users in a rolling window, and any number elsewhere', () => {
    const rolling = { type: 'rolling', seconds: 60 };
    const caps = [
      capOf(rolling, { scope: 'campaign', max: 10_000 }),
      capOf(rolling, { scope: 'campaign', max: 10_001 }),
      capOf(rolling, { max: 10_001 }),
      capOf({ type: 'total' }, { scope: 'campaign', max: 10_001 }),
    ];
    expect(placesOf(faultsOf({ caps }))).toEqual(['#/caps/1/max window']);
  });
});

describe('a campaign with faults in several parts', () => {
  it('is refused with all of them at once', () => {
    const faults = faultsOf({
      starts_at: '2026-06-02T00:00:00Z',
      ends_at: '2026-06-01T00:00:00Z',
      condition: 'event.amount',
      effects: [{ type: 'claim_coupon' }, { type: 'transaction', stack_id: 's', value: 0 }],
      caps: [capless()],
    });
    expect(placesOf(faults)).toEqual([
      '#/ends_at schedule',
      '#/condition type',
      '#/effects/0/coupon_id effect',
      '#/effects/1/value value',
      '#/caps/0/window/seconds window',
    ]);
  });

  function capless(): object {
    return { scope: 'user', window: { type: 'rolling' }, max: 1 };
  }
});
