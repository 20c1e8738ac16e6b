import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/gate';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { HashThreads } from './hash-threads.js';

/** A line of this length is worked off within two to three seconds: whoever comes later is better told at once. */
const linePerCore = 50;

/**
 * The only place that hashes passwords. Never more at once than there are cores, so that everything else of this
 * service stays quick however many sign in.
 */
@Injectable()
export class PasswordHasher implements OnModuleDestroy {
  private readonly threads = new HashThreads();
  private readonly cores = availableParallelism();
  private readonly gate = new Gate(this.cores, this.cores * linePerCore, tooBusy);
  /** Of a password that nobody knows: comparing with it costs what any comparison costs. */
  private readonly dummy = this.hash(randomBytes(32).toString('base64url'));

  constructor() {
    this.dummy.catch(() => undefined); // whoever compares with it is told
  }

  onModuleDestroy(): Promise<void> {
    return this.threads.end();
  }

  hash(password: string): Promise<string> {
    return this.gate.run(async () => String(await this.threads.run({ password: prepared(password) })));
  }

  /** Against nothing, it takes the same time and is never right. `around` runs with the comparison in its turn. */
  async compare(
    password: string,
    stored: string | undefined,
    around: (compare: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean> {
    const against = stored ?? (await this.dummy);
    return this.gate.run(() =>
      around(async () => {
        const right = await this.threads.run({ password: prepared(password), stored: against });
        return right === true && stored !== undefined;
      }),
    );
  }
}

/** The same letters may be typed as different code points, by keyboard. */
function prepared(password: string): string {
  return password.normalize('NFC');
}

function tooBusy(): Problem {
  return new Problem('service-unavailable', 'More passwords are waiting than can be checked.', { retry_after: 2 });
}
