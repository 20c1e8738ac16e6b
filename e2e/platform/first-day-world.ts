import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Coupon } from '@ces/contracts/campaigns/coupons';
import type { Stack } from '@ces/contracts/campaigns/stacks';
import { ApiClient, type ApiAnswer } from '@ces/testing/gateway/api-client';
import { formOf, path as segments, sendForm } from '@ces/testing/gateway/segment-forms';
import { createPrivateKey, randomUUID } from 'node:crypto';
import { SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';
import { CampaignWorld } from './campaign-world.js';
import type { Platform } from './platform.js';

/** The last part lists the words by which a reader of the answer can correct the request. */
export type WrongRequest = [
  what: string,
  send: (day: FirstDay) => Promise<ApiAnswer>,
  status: number,
  code: string,
  ...says: string[],
];

/** The world of a first day: a user, the event `purchase`, a stack, and a coupon without codes. */
export class FirstDay {
  readonly api: ApiClient;
  readonly campaigns: CampaignWorld;
  user = '';
  coupon!: Coupon;
  stack!: Stack;

  constructor(readonly platform: Platform) {
    this.api = platform.api;
    this.campaigns = new CampaignWorld(platform);
  }

  async prepare(): Promise<this> {
    this.user = await this.campaigns.newUser();
    await this.campaigns.define('purchase', { amount: { type: 'integer' }, shop: { type: 'string' } });
    this.coupon = await this.campaigns.newCoupon({});
    this.stack = await this.campaigns.newStack();
    return this;
  }

  /** Row 7 with this header. */
  withHeader(authorization: string): Promise<ApiAnswer> {
    return this.anybody.get(`/api/1/user/details/${this.user}`, { headers: { Authorization: authorization } });
  }

  /** Row 7 with a token of these claims, signed by our key. */
  async withToken(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<ApiAnswer> {
    const key = this.platform.services.identity.get(SigningKeysService).current?.active;
    if (!key) throw new Error('there is no signing key');
    const now = Math.floor(Date.now() / 1_000);
    const usual = {
      iss: this.platform.url,
      aud: 'ces-api',
      sub: 'cl_test',
      iat: now,
      exp: now + 900,
      jti: randomUUID(),
    };
    const ours = { client_id: 'cl_test', scope: 'users:read', token_use: 'client', ver: 2 ** 40 };
    const token = await new SignJWT({ ...usual, ...ours, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...header })
      .sign(createPrivateKey({ key, format: 'jwk' }));
    return this.withHeader(`Bearer ${token}`);
  }

  get anybody(): ApiClient {
    return new ApiClient(this.api.url);
  }

  draft(more: object): Promise<ApiAnswer> {
    const effects = [{ type: 'transaction', stack_id: this.stack.id, value: 1 }];
    return this.campaigns.draft({ trigger: { event_name: 'purchase' }, effects, ...more });
  }

  async startWithoutCodes(): Promise<ApiAnswer> {
    const drafted = await this.draft({ effects: [{ type: 'claim_coupon', coupon_id: this.coupon.id }] });
    return this.campaigns.act((drafted.body as Campaign).id, 'start');
  }

  sendFile(part: string, identifier: string, content = 'a\n'): Promise<ApiAnswer> {
    const form = formOf({ title: 'Readers', identifier });
    form.set(part, new Blob([content], { type: 'text/csv' }), 'readers.csv');
    return sendForm(this.platform, segments, form);
  }

  askForToken(body: string, type: string): Promise<ApiAnswer> {
    const { id, secret } = this.platform.credentials;
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    return this.anybody.post('/oauth2/token', body, { 'Content-Type': type, Authorization: basic });
  }
}
