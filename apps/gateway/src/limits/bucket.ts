/** A token bucket that holds one second's worth. Pure: time comes in, nothing is kept. */
export interface Bucket {
  tokens: number;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Grant {
  bucket: Bucket;
  granted: number;
  /** Until a token is there again; 0 when one was granted. */
  waitMs: number;
}

/** Takes up to `wanted` whole tokens out of a bucket that refills with `rate` a second. A clock that goes back refills nothing. */
export function draw(bucket: Bucket | undefined, wanted: number, rate: number, now: number): Grant {
  const refilled = bucket ? Math.min(rate, bucket.tokens + (Math.max(0, now - bucket.at) * rate) / 1_000) : rate;
  const granted = Math.min(wanted, Math.floor(refilled));
  const left = { tokens: refilled - granted, at: Math.max(now, bucket?.at ?? now) };
  return { bucket: left, granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - refilled) * 1_000) / rate) };
}
