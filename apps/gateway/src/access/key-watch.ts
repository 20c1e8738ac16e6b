import { TokenRules } from '@ces/auth/access-token.strategy';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const everyMs = 500;

/** Loads the issuer's keys before the gateway is ready. After that the key store refreshes them itself. */
@Injectable()
export class KeyWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('KeyWatch');
  private reading: Repeated | undefined;

  constructor(private readonly rules: TokenRules) {}

  get ready(): boolean {
    return this.rules.keys.loaded;
  }

  onApplicationBootstrap(): void {
    this.reading = repeat(
      everyMs,
      async () => {
        await this.rules.keys.load();
        void this.reading?.end();
      },
      (error) => {
        this.logger.debug({ err: error }, 'the keys cannot be read yet; trying again');
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reading?.end();
  }
}
