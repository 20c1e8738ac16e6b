import type { ApiClient } from './api-client.js';

/** The redirect URI of the test client. The browser of the specs stops there. */
export const callback = 'http://127.0.0.1:9/callback';

/** The running services behind a gateway, as far as this lib uses them. */
export interface TestPlatform {
  readonly url: string;
  /** Has a token of the test client. */
  readonly api: ApiClient;
  readonly credentials: { id: string; secret: string };
  /** Newest first. */
  mailsTo(address: string): Promise<{ text?: string | undefined }[]>;
}
