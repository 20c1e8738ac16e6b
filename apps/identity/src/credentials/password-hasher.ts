import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';
import { NatsServer } from '@ces/messaging/nats-server';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { HashThreads } from './hash-threads.js';

/** A line of this length takes two to four seconds, rests included: whoever comes later is better told at once. */
const linePerHasher = 75;
/** Against nothing, it takes the same time and is never right. */
type Compare = (password: string, stored: string | undefined) => Promise<boolean>;

/** An attempt that asks the database while another is compared, so that whoever hashes is seldom idle. */
const beside = 1;

/** Of no password at all. Comparing with it costs what any comparison costs, as long as hash-thread.ts hashes at this cost. */
const nobodys = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(16)}$${unpadded(32)}`;

/** All cores but one, if there is another: what hashes fills caches and memory for whoever shares a core with it, however it stands back. */
const hashers = Math.max(1, availableParallelism() - 1);

/**
 * The only place that hashes passwords. Never so many at once that everything else of this service would get slow.
 */
@Injectable()
export class PasswordHasher implements OnApplicationShutdown {
  private readonly threads: HashThreads;
  /** The one line, for new passwords as for attempts: nobody pushes others out of their place. */
  private readonly line = new Gate(hashers + beside, hashers * linePerHasher, tooBusy);
  private readonly turns = new Gate(hashers);

  constructor(@Inject(NatsServer) bus: { readonly calls: number }) {
    this.threads = new HashThreads(bus);
  }

  /** Late, when nobody asks any more. */
  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  hash(password: string): Promise<string> {
    return this.line.run(() =>
      this.turns.run(async () => String(await this.threads.run({ password: prepared(password) }))),
    );
  }

  /** A whole attempt to sign in, with its queries: of a crowd that comes at once most wait before they cost anything. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.line.run(work);
  }

  /** Within an attempt: `work` alone compares meanwhile, on one of the threads. */
  inTurn<T>(work: (compare: Compare) => Promise<T>): Promise<T> {
    return this.turns.run(() =>
      work(async (password, stored) => {
        const right = await this.threads.run({ password: prepared(password), stored: stored ?? nobodys });
        return right === true && stored !== undefined;
      }),
    );
  }
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/** The same letters may be typed as different code points, by keyboard. */
function prepared(password: string): string {
  return password.normalize('NFC');
}

function tooBusy(): Problem {
  return new Problem('service-unavailable', 'More passwords are waiting than can be checked.', { retry_after: 2 });
}
