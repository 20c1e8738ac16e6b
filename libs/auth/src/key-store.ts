import { Problem } from '@ces/contracts/problems';
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

const minPauseMs = 5_000;
/** Keys are read again at this age, so a key that the issuer withdrew stops working soon after it. */
const maxAgeMs = 60_000;

/**
 * Holds the issuer's public keys by `kid`, as KeyObjects: parsing a PEM at each request costs more than the signature. An
 * unknown `kid` makes it ask the issuer again, at most once in five seconds, however many forged tokens come in.
 */
export class KeyStore {
  private keys = new Map<string, KeyObject>();
  private loading: Promise<void> | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  /** The issuer's addresses; each holds the same keys. */
  constructor(private readonly jwksUrls: readonly string[]) {}

  get loaded(): boolean {
    return this.keys.size > 0;
  }

  async find(kid: string): Promise<KeyObject | undefined> {
    const age = performance.now() - this.askedAt;
    const known = this.keys.get(kid);
    if (!known && (this.loading !== undefined || age >= minPauseMs)) await this.load();
    else if (!this.loaded) throw unavailable(new Error('the last attempt to read the keys failed'));
    else if (age >= maxAgeMs) this.load().catch(() => undefined); // known keys still serve while the issuer is away
    return known ?? this.keys.get(kid);
  }

  load(): Promise<void> {
    this.loading ??= this.fetchKeys().finally(() => (this.loading = undefined));
    return this.loading;
  }

  private async fetchKeys(): Promise<void> {
    this.askedAt = performance.now();
    const response = await this.ask();
    const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid?: string; alg?: string })[] };
    const usable = keys.filter((key) => key.alg === 'RS256' && key.kid !== undefined);
    this.keys = new Map(usable.map((key) => [key.kid ?? '', createPublicKey({ key, format: 'jwk' })]));
  }

  /** Asks one address after the other. */
  private async ask(): Promise<Response> {
    let failure: unknown;
    for (const url of this.jwksUrls) {
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
        if (response.ok) return response;
        failure = new Error(`HTTP ${response.status}`);
      } catch (error) {
        failure = error;
      }
    }
    throw unavailable(failure);
  }
}

function unavailable(cause: unknown): Problem {
  const problem = new Problem('service-unavailable', 'The identity service does not answer.', { retry_after: 1 });
  problem.cause = cause;
  return problem;
}
