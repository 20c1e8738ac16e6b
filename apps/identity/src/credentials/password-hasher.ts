import { Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { CallCounter } from './call-counter.js';
import { isOwnHash, readForeignHash } from './foreign-hash.js';
import { HashThreads } from './hash-threads.js';

/** A line of this length takes two to four seconds, rests included; later passwords are refused at once. */
const linePerHasher = 75;
/** Hashes of other systems take up to half a second each. */
const linePerForeign = 8;
/** A caller waits no longer for an answer. */
const foreignPatienceMs = 4_000;
/** For a hash of our own, a comparison with `undefined` costs what any comparison costs, and always fails. */
export type Compare = (password: string, stored: string | undefined) => Promise<boolean>;
/** Hashes a password that was compared, on the same thread. */
type Rehash = (password: string) => Promise<string>;

/** One more attempt asks the database while the others are compared, so that the threads are seldom idle. */
const beside = 1;

/** The hash of no password. Comparing with it costs what any comparison costs, as long as hash-thread.ts hashes at this cost. */
const hashOfNoPassword = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(16)}$${unpadded(32)}`;

/** All cores but one, if there are several: hashing fills the caches and slows down its core even at a low priority. */
const hashers = Math.max(1, availableParallelism() - 1);

const foreignHashers = Math.max(1, Math.floor(hashers / 2));

/** The only place that hashes passwords. It limits how many are hashed at once, so that the service stays fast. */
@Injectable()
export class PasswordHasher implements OnApplicationShutdown {
  private readonly threads: HashThreads;
  /** One line for new passwords and for attempts, so that neither overtakes the other. */
  private readonly line = new Gate(hashers + beside, hashers * linePerHasher, tooBusy);
  private readonly turns = new Gate(hashers);
  /** Threads of their own, which share the cores: hashes of other systems are slow, and would stop the line for our own. */
  private readonly foreignTurns = new Gate(foreignHashers, foreignHashers * linePerForeign, tooBusy);

  constructor(counter: CallCounter) {
    this.threads = new HashThreads(counter);
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.end();
  }

  hash(password: string): Promise<string> {
    return this.line.run(() =>
      this.turns.run(async () => String(await this.threads.run({ password: normalised(password) }))),
    );
  }

  /** Runs a whole attempt to sign in, with its queries: most attempts of a crowd wait here before they cost anything. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.line.run(work);
  }

  /** Gives `work` one of the threads to compare with a hash of our own, within an attempt. */
  inTurn<T>(work: (compare: Compare) => Promise<T>): Promise<T> {
    return this.turns.run(() => work((password, stored) => this.compare(password, stored)));
  }

  /** Gives `work` the thread for hashes of other systems, after an attempt. `rehash` makes a hash of our own. */
  inForeignTurn<T>(work: (compare: Compare, rehash: Rehash) => Promise<T>): Promise<T> {
    const since = performance.now();
    return this.foreignTurns.run(() => {
      if (performance.now() - since > foreignPatienceMs) throw tooBusy();
      return work(
        async (password, stored) => {
          const foreign = readForeignHash(stored ?? '');
          return foreign !== undefined && (await this.threads.run({ password, foreign })) === true;
        },
        async (password) => String(await this.threads.run({ password: normalised(password) })),
      );
    });
  }

  /** A stored text that is no hash of ours, such as `noPassword`, is compared like `undefined`. */
  private async compare(password: string, stored: string | undefined): Promise<boolean> {
    const own = stored !== undefined && isOwnHash(stored);
    const right = await this.threads.run({ password: normalised(password), stored: own ? stored : hashOfNoPassword });
    return right === true && own;
  }
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/** Keyboards type the same letters as different code points. */
function normalised(password: string): string {
  return password.normalize('NFC');
}

function tooBusy(): Problem {
  return new Problem('service-unavailable', 'More passwords are waiting than can be checked.', { retry_after: 2 });
}
