import { Revoked } from '@ces/auth/revoked';
import { revocationsSince } from '@ces/contracts/identity/tokens/revocations';
import { revocationsWake } from '@ces/contracts/wakes';
import { Bus } from '@ces/messaging/calls/bus';
import { Nats } from '@ces/messaging/nats';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** Identity wakes the gateways at each revocation. Within a second, a look replaces a wake that a killed identity never sent. */
const everyMs = 750;

/** Keeps the list of revoked tokens, clients and users fresh: revoked tokens stop working within a second, on every gateway. */
@Injectable()
export class RevocationWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RevocationWatch');
  private reading: Repeated | undefined;
  private cursor = '';

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
      everyMs,
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
    let news;
    do {
      news = await this.bus.call(revocationsSince, { cursor: this.cursor });
      this.revoked.add(news);
      this.cursor = news.cursor;
    } while (news.more);
    this.revoked.complete = true;
  }
}
