import { guardedDispatcher } from '@ces/service/egress/guard';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { request, type Agent } from 'undici';
import { IdentityConfig } from '../../identity.config.js';

export const timeoutMs = 5_000;
const longestDocument = 256 * 1024;

/** Requests to providers. An operator or a provider chose their addresses, so all of them pass the guard. */
@Injectable()
export class ProviderEgress implements OnApplicationShutdown {
  private readonly outside: Agent;

  constructor(config: IdentityConfig) {
    this.outside = guardedDispatcher({
      allow: config.PROVIDER_ALLOW_CIDRS,
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: longestDocument,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outside.destroy();
  }

  get(address: string): Promise<Response> {
    return this.send(address, { method: 'GET', headers: {} });
  }

  post(address: string, form: URLSearchParams, headers: Record<string, string>): Promise<Response> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.send(address, { method: 'POST', headers: { ...type, ...headers }, body: form.toString() });
  }

  /** Follows no redirect and unpacks nothing, so that an answer can neither lead elsewhere nor grow. */
  private async send(
    address: string,
    asked: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  ): Promise<Response> {
    const { statusCode, body } = await request(address, {
      ...asked,
      dispatcher: this.outside,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...asked.headers },
    });
    const text = await body.text();
    return new Response(statusCode === 204 || statusCode === 304 ? null : text, { status: statusCode });
  }
}
