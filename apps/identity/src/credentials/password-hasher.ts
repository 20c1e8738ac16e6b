import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/gate';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** Argon2id is the library's default algorithm; its constant cannot be imported with isolated modules. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A line of this length is worked off within two to three seconds: whoever comes later is better told at once. */
const linePerCore = 50;

/**
 * The only place that hashes passwords. Never more at once than there are cores, so that everything else of this
 * service stays quick however many sign in.
 */
@Injectable()
export class PasswordHasher {
  private readonly cores = availableParallelism();
  private readonly gate = new Gate(this.cores, this.cores * linePerCore, tooBusy);
  /** Of a password that nobody knows: comparing with it costs what any comparison costs. */
  private readonly dummy = hash(randomBytes(32).toString('base64url'), cost);

  hash(password: string): Promise<string> {
    return this.gate.run(() => hash(prepared(password), cost));
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
        const right = await verify(against, prepared(password));
        return right && stored !== undefined;
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
