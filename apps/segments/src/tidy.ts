import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FilesModule } from './files/files.module.js';
import { FilesService } from './files/files.service.js';

const everyMs = 30_000;

/** Deletes what has outlived its purpose. Two replicas at it at once do no harm. */
@Injectable()
class Tidy implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Tidy');
  private repeated: Repeated | undefined;

  constructor(private readonly files: FilesService) {}

  onApplicationBootstrap(): void {
    this.repeated = repeat(
      everyMs,
      () => this.files.sweep(),
      (error) => {
        this.log.warn({ err: error }, 'not tidied up; it is tried again');
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.repeated?.end();
  }
}

@Module({ imports: [FilesModule], providers: [Tidy] })
export class TidyModule {}
