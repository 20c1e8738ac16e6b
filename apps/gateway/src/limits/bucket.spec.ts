import { draw } from './bucket.js';

describe('a token bucket', () => {
  it('holds one second of requests and refills evenly', () => {
    const first = draw(undefined, 100, 10, 0);
    expect(first.granted).toBe(10);
    const second = draw(first.bucket, 100, 10, 250);
    expect(second.granted).toBe(2);
    expect(draw(second.bucket, 1, 10, 250)).toMatchObject({ granted: 0, waitMs: 50 });
  });

  it('refills nothing when the clock goes back', () => {
    const empty = draw(undefined, 10, 10, 1_000).bucket;
    expect(draw(empty, 1, 10, 0).granted).toBe(0);
  });
});
