import { CesError } from './ces-error.ts';

/** Asks for a token. `expires_in` is in seconds. */
export type FetchToken = () => Promise<{ access_token: string; expires_in: number }>;

/** Keeps a token until shortly before it expires. Calls that need one at the same time share one request. */
export class TokenSource {
  private kept: { token: string; until: number } | undefined;
  private asking: Promise<string> | undefined;
  private readonly fetchToken: FetchToken;
  private readonly now: () => number;

  constructor(fetchToken: FetchToken, now: () => number = Date.now) {
    this.fetchToken = fetchToken;
    this.now = now;
  }

  get(): Promise<string> {
    if (this.kept !== undefined && this.now() < this.kept.until) return Promise.resolve(this.kept.token);
    return (this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    }));
  }

  /** The service has refused this token. A newer one stays. */
  forget(token: string): void {
    if (this.kept?.token === token) this.kept = undefined;
  }

  private async ask(): Promise<string> {
    const { access_token, expires_in } = await this.fetchToken();
    if (typeof access_token !== 'string') throw new CesError('token-missing', 'The answer holds no token');
    // A token must outlive the call that it is sent with.
    this.kept = { token: access_token, until: this.now() + Math.max(expires_in - 60, expires_in / 2) * 1_000 };
    return access_token;
  }
}
