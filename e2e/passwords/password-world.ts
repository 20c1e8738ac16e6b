import { eventually } from '@ces/testing/eventually';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { password, type Registered } from '@ces/testing/gateway/registrations';
import { oauthForm } from '@ces/testing/gateway/user-tokens';
import { DataSource } from 'typeorm';
import { OauthWorld } from '../platform/oauth-world.js';
import type { Platform } from '../platform/platform.js';

export const newPassword = 'a brand new password';

export class PasswordWorld {
  private constructor(
    readonly oauth: OauthWorld,
    readonly platform: Platform,
  ) {}

  get anonymous(): ApiClient {
    return new ApiClient(this.platform.url);
  }

  static async start(settings?: Record<string, string>): Promise<PasswordWorld> {
    const oauth = await OauthWorld.start(settings);
    return new PasswordWorld(oauth, oauth.platform);
  }

  static async shared(): Promise<PasswordWorld> {
    const oauth = await OauthWorld.shared();
    return new PasswordWorld(oauth, oauth.platform);
  }

  stop(): Promise<void> {
    return this.oauth.stop();
  }

  post(path: string, body: object, api: ApiClient = this.platform.api): Promise<ApiAnswer> {
    return api.post(`/api/1/user/password/${path}`, body);
  }

  forgot(username: string, more: object = {}, api: ApiClient = this.platform.api): Promise<ApiAnswer> {
    return this.post('forgot?locale=nl_NL', { username, ...more }, api);
  }

  reset(nonce: string, secret: string = newPassword): Promise<ApiAnswer> {
    return this.post('reset?locale=de_DE', { nonce, password: secret }, this.anonymous);
  }

  query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.platform.services.identity.get(DataSource).query<Row[]>(sql, values);
  }

  /** Waits until there are `count` mails with this subject, and returns the newest. */
  mailWith(subject: string, address: string, count = 1) {
    return eventually(async () => {
      const mails = (await this.platform.mailsTo(address)).filter((mail) => mail.subject === subject);
      const [newest] = mails;
      if (mails.length < count || !newest) throw new Error(`${mails.length} mails with the subject ${subject}`);
      return newest;
    });
  }

  async mailedNonce(address: string, count = 1): Promise<string> {
    const { text } = await this.mailWith('Kies een nieuw wachtwoord', address, count);
    return /#nonce=([\w-]{43})/.exec(text)?.[1] ?? '';
  }

  async forgottenNonce(username: string): Promise<string> {
    expect((await this.forgot(username)).status).toBe(204);
    return this.mailedNonce(username);
  }

  /** The chore must have worked on all requests. */
  processed(): Promise<void> {
    return eventually(async () => {
      expect(await this.query('SELECT FROM forgotten_password')).toEqual([]);
      expect(await this.query('SELECT FROM mail_outbox')).toEqual([]);
    });
  }

  async statusOfSignIn({ username }: Registered, secret: string = password): Promise<number> {
    return (await oauthForm(this.platform, { grant_type: 'password', username, password: secret })).status;
  }
}
