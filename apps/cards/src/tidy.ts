import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { DataSource } from 'typeorm';
import { CardsModule } from './cards/cards.module.js';
import { Misses } from './cards/misses.js';
import { ImportsService } from './issuing/imports.service.js';
import { IssuingModule } from './issuing/issuing.module.js';

const everyMs = 3_600_000;

/** Deletes what has outlived its purpose. Two replicas at it at once do no harm. */
@Injectable()
class Tidy implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Tidy');
  private repeated: Repeated | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly imports: ImportsService,
    private readonly misses: Misses,
  ) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.tidy(),
      (error) => {
        this.logger.warn({ err: error }, 'not tidied up; it is tried again in an hour');
      },
      'later',
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeated?.end();
  }

  async tidy(): Promise<void> {
    await this.imports.dropForgotten();
    await this.misses.purge();
    // Tokens live for minutes and nonces for a day: after a week no request about the user can be under way.
    await this.database.query(`DELETE FROM erased_user WHERE erased_at < now() - interval '7 days'`);
  }
}

@Module({ imports: [CardsModule, IssuingModule], providers: [Tidy] })
export class TidyModule {}
