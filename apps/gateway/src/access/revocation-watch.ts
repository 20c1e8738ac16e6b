import { Revoked } from '@ces/auth/revoked';
import { revocationsSince } from '@ces/contracts/identity/tokens/revocations';
import { revocationsWake } from '@ces/contracts/wakes';
import { Bus } from '@ces/messaging/calls/bus';
import { Nats } from '@ces/messaging/nats';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** Identity wakes the gateways at each revocation. A look this often replaces a wake that a cluster lost, within a second. */
const everyMs = 750;
/** A NATS that stands alone loses no wake without a reconnect, which wakes, too. */
const aloneEveryMs = 4_000;

/** Keeps the list of revoked tokens, clients and users fresh: revoked tokens stop working within a second, on every gateway. */
@Injectable()
export class RevocationWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RevocationWatch');
  private reading: Repeated | undefined;
  private cursor = '';
  /** False after a read that failed. */
  private current = false;

  constructor(
    private readonly bus: Bus,
    private readonly nats: Nats,
    private readonly revoked: Revoked,
  ) {}

  get ready(): boolean {
    return this.revoked.complete;
  }

  onApplicationBootstrap(): void {
    const reading = repeat(
      () => (this.current && this.nats.standsAlone ? aloneEveryMs : everyMs),
      () => this.read(),
      (error) => {
        this.logger.debug({ err: error }, 'identity does not list its revocations; asking again');
      },
    );
    this.reading = reading;
    const wake = (): void => {
      reading.wake();
    };
    this.nats.onReconnect(wake);
    void this.nats.connection().then((connection) => {
      connection.subscribe(this.nats.subject('wake', revocationsWake), { callback: wake });
      wake();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reading?.end();
  }

  private async read(): Promise<void> {
    this.current = false;
    let news;
    do {
      news = await this.bus.call(revocationsSince, { cursor: this.cursor });
      this.revoked.add(news);
      this.cursor = news.cursor;
    } while (news.more);
    this.revoked.complete = true;
    this.current = true;
  }
}
