import type { ApiClient } from './api-client.js';

/** The redirect URI of the platform's test client. The browser of the specs stops there. */
export const callback = 'http://127.0.0.1:9/callback';

/** The part of the platform that this lib uses: the running services behind a gateway. */
export interface TestPlatform {
  readonly url: string;
  /** Talks to the gateway with a token of the test client. */
  readonly api: ApiClient;
  readonly credentials: { id: string; secret: string };
  /** Mails to an address, newest first. */
  mailsTo(address: string): Promise<{ text?: string | undefined }[]>;
}
