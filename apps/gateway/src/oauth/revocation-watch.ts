import { Revoked } from '@ces/auth/revoked';
import { revocationsSince } from '@ces/contracts/revocations';
import { Bus } from '@ces/messaging/bus';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KnownUsers } from '../intake/known-users.js';
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 2_000;

/** Keeps the list of revoked tokens and clients fresh: what is revoked stops working within a few seconds, on every gateway. */
@Injectable()
export class RevocationWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RevocationWatch');
  private readonly stopped = new AbortController();
  private cursor = '';

  constructor(
    private readonly bus: Bus,
    private readonly revoked: Revoked,
    private readonly users: KnownUsers,
  ) {}

  /** Whether the list has been read once: before that no token may pass. */
  get ready(): boolean {
    return this.revoked.complete;
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      await this.read().catch((error: unknown) => {
        this.logger.debug({ err: error }, 'identity does not say what is revoked; asking again');
      });
      await sleep(this.revoked.complete ? everyMs : 250, undefined, { signal: this.stopped.signal }).catch(
        () => undefined,
      );
    }
  }

  private async read(): Promise<void> {
    let news;
    do {
      news = await this.bus.call(revocationsSince, { cursor: this.cursor });
      this.revoked.add(news);
      for (const { id } of news.users ?? []) this.users.forget(id);
      this.cursor = news.cursor;
    } while (news.more);
    this.revoked.complete = true;
  }
}
