import { faultsOfHeaders } from '@ces/contracts/webhooks/receiver';
import { faulty, type Problem } from '@ces/contracts/problems';
import { demandPermittedHost, ForbiddenAddress } from '@ces/service/egress/guard';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhooksConfig } from '../webhooks.config.js';

const resolveMs = 1_500;

/** The URL and headers of a new webhook, or the changed ones of an old webhook. */
interface Receiver {
  url?: string;
  headers?: Record<string, string> | null;
}

/** Validates receivers by the settings of this service: http may be forbidden, and private networks may be allowed. */
@Injectable()
export class ReceiverCheck {
  constructor(private readonly config: WebhooksConfig) {}

  async demand({ url, headers }: Receiver): Promise<void> {
    const faults = faultsOfHeaders(headers ?? {});
    if (faults.length > 0) throw faulty('validation-failed', faults);
    if (url !== undefined) await this.demandUrl(url);
  }

  private async demandUrl(text: string): Promise<void> {
    const url = new URL(text);
    if (this.config.WEBHOOK_HTTPS_ONLY && url.protocol !== 'https:') throw refused('must begin with https://');
    const timer = new AbortController();
    try {
      await Promise.race([
        demandPermittedHost(url.hostname, this.config.WEBHOOK_ALLOW_CIDRS),
        sleep(resolveMs, undefined, { signal: timer.signal }),
      ]);
    } catch (error) {
      // A name that cannot be resolved now may exist tomorrow. Each connection checks its address again.
      if (error instanceof ForbiddenAddress) throw refused('leads to an address to which nothing is sent');
    } finally {
      timer.abort();
    }
  }
}

function refused(detail: string): Problem {
  return faulty('validation-failed', [{ pointer: '#/url', code: 'receiver-url', detail }]);
}
