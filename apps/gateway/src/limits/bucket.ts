/** A token bucket that holds the tokens of one second. */
export interface Bucket {
  tokens: number;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Draw {
  bucket: Bucket;
  granted: number;
  /** Time until the next token; 0 when one was granted. */
  waitMs: number;
}

/** Takes up to `wanted` whole tokens out of a bucket that refills at `rate` a second. A clock that goes back refills nothing. */
export function draw(bucket: Bucket | undefined, wanted: number, rate: number, now: number): Draw {
  const refilled = bucket ? tokensIn(bucket, rate, now) : rate;
  const granted = Math.min(wanted, Math.floor(refilled));
  const left = { tokens: refilled - granted, at: Math.max(now, bucket?.at ?? now) };
  return { bucket: left, granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - refilled) * 1_000) / rate) };
}

export function tokensIn(bucket: Bucket, rate: number, now: number): number {
  return Math.min(rate, bucket.tokens + (Math.max(0, now - bucket.at) * rate) / 1_000);
}
