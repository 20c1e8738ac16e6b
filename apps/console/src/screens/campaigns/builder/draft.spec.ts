import { bodyOf, emptyDraft, faultBelow } from './draft.js';

describe('a draft of the builder', () => {
  it('is sent without what is empty', () => {
    const body = bodyOf({
      ...emptyDraft,
      name: ' Coffee ',
      condition: '  ',
      audience: { include_segments: [], require_optins: ['news'] },
      budget: {},
    });
    expect(body).toMatchObject({
      name: 'Coffee',
      condition: null,
      audience: { require_optins: ['news'] },
      budget: null,
    });
    expect(Object.keys(body.audience ?? {})).toEqual(['require_optins']);
  });

  it('sends a number of points as a number, and an expression as it is', () => {
    const points = (value: string) => ({ type: 'transaction' as const, stack_id: 's', value });
    const body = bodyOf({ ...emptyDraft, effects: [points(' 20 '), points('event.amount / 100'), points('-5')] });
    expect(body.effects).toMatchObject([{ value: 20 }, { value: 'event.amount / 100' }, { value: -5 }]);
  });

  it('shows the faults of a field with those below it, and of no other', () => {
    const faults = [
      { pointer: '#/caps/0/max', detail: 'a' },
      { pointer: '#/caps/0/window', detail: 'b' },
      { pointer: '#/capsule', detail: 'c' },
    ];
    expect(faultBelow(faults, '#/caps')).toBe('a b');
    expect(faultBelow(faults, '#/name')).toBeUndefined();
  });
});
