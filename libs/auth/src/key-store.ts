import { Problem } from '@ces/contracts/problems';
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

const minPauseMs = 5_000;
/** The pause after an attempt that failed, because the issuer may be back soon. */
const retryMs = 500;
/** Keys are read again at this age, so a key that the issuer withdrew stops working soon after it. */
const maxAgeMs = 60_000;

/**
 * Holds the issuer's public keys by `kid`, as KeyObjects, because parsing a PEM per request costs more than the
 * signature check. An unknown `kid` makes it ask the issuer again, at most once in five seconds, however many forged
 * tokens come in. While the issuer is away, `find` fails for an unknown `kid`, because the `kid` may be good.
 */
export class KeyStore {
  private keys = new Map<string, KeyObject>();
  private loading: Promise<void> | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;
  private fault: unknown;

  /** Every address answers the same keys. */
  constructor(private readonly jwksUrls: readonly string[]) {}

  get loaded(): boolean {
    return this.keys.size > 0;
  }

  async find(kid: string): Promise<KeyObject | undefined> {
    const age = performance.now() - this.askedAt;
    const known = this.keys.get(kid);
    if (known) {
      if (age >= maxAgeMs) this.load().catch(() => undefined); // known keys still serve while the issuer is away
      return known;
    }
    if (this.loading !== undefined || age >= (this.fault === undefined ? minPauseMs : retryMs)) await this.load();
    if (this.fault !== undefined) throw unavailable(this.fault);
    return this.keys.get(kid);
  }

  load(): Promise<void> {
    this.loading ??= this.reload().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async reload(): Promise<void> {
    this.askedAt = performance.now();
    try {
      this.keys = await this.ask();
      this.fault = undefined;
    } catch (error) {
      this.fault = error;
      throw unavailable(error);
    }
  }

  private async ask(): Promise<Map<string, KeyObject>> {
    let failure: unknown;
    for (const url of this.jwksUrls) {
      try {
        return await fetchKeys(url);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}

async function fetchKeys(url: string): Promise<Map<string, KeyObject>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid?: string; alg?: string })[] };
  const usable = keys.filter((key) => key.kid !== undefined && isOfItsAlgorithm(key));
  if (usable.length === 0) throw new Error('the issuer publishes no key');
  return new Map(usable.map((key) => [key.kid ?? '', createPublicKey({ key, format: 'jwk' })]));
}

function isOfItsAlgorithm({ alg, kty, crv }: JsonWebKey & { alg?: string }): boolean {
  return (alg === 'RS256' && kty === 'RSA') || (alg === 'ES256' && kty === 'EC' && crv === 'P-256');
}

function unavailable(cause: unknown): Problem {
  const problem = new Problem('service-unavailable', 'The identity service does not answer.', { retry_after: 1 });
  problem.cause = cause;
  return problem;
}
