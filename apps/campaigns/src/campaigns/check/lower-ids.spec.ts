import { withLowerIds } from './lower-ids.js';

const rest = { name: 'Spec', effects: [{ type: 'claim_coupon' as const, coupon_id: 'AB' }] };

describe('the ids of a campaign that other services give out', () => {
  it('are written in lower case, and nothing else is', () => {
    const audience = { include_segments: ['AB', 'cD'], exclude_segments: ['EF'], require_optins: ['GH'] };
    expect(
      withLowerIds({ ...rest, trigger: { lifecycle: 'segment-entered', segment_id: 'IJ' }, audience, condition: 'A' }),
    ).toEqual({
      ...rest,
      trigger: { lifecycle: 'segment-entered', segment_id: 'ij' },
      audience: { include_segments: ['ab', 'cd'], exclude_segments: ['ef'], require_optins: ['gh'] },
      condition: 'A',
    });
  });

  it('may be missing', () => {
    const trigger = { event_name: 'A.B' };
    expect(withLowerIds({ ...rest, trigger, audience: null })).toEqual({ ...rest, trigger, audience: null });
    expect(withLowerIds({ ...rest, trigger })).toEqual({ ...rest, trigger });
  });
});
