import { Problem } from '@ces/contracts/problems';
import { Every } from '@ces/service/chores/every';
import { networkOf } from '@ces/service/http/network-of';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import { IdentityConfig } from '../identity.config.js';
import { WrongPasswordStore, type WrongPasswords } from './wrong-password.store.js';

/**
 * The source of an attempt. Through the API it is a client, with the address of its user if the client sends one. On our own
 * pages it is a browser: its address, or its own id if it has signed in with this name before.
 */
export type Asker =
  { client_id: string; address?: string | undefined } | { address: string; browser?: string | undefined };

/** After five wrong passwords in a row of an asker for an account, every attempt must wait, even with the right password. */
const pauses = { free: 5, firstSeconds: 30, longestSeconds: 900 };
/** The limit of wrong passwords in an hour for an account, from all askers. */
const perAccount = 100;

const alarms = new Counter({
  name: 'ces_wrong_password_alarms_total',
  help: 'How often an asker has reached the limit of wrong passwords in an hour',
});

/**
 * Counts wrong passwords, whether or not the account exists: in a row for an account and asker together, and in an hour for
 * an account and for an asker. A right password resets only the count in a row.
 */
@Injectable()
export class Throttle {
  private readonly logger = new Logger('Throttle');

  constructor(
    private readonly counts: WrongPasswordStore,
    private readonly config: IdentityConfig,
  ) {}

  /** Refuses an attempt during a pause. A refused attempt is not counted, so it does not prolong the pause. */
  async demand(username: string, asker: Asker): Promise<void> {
    const subjects = subjectsOf(username, asker);
    // The account's limit does not apply to a browser that has signed in with this name, so that strangers cannot block it.
    const isKnownBrowser = 'browser' in asker && asker.browser !== undefined;
    const { pair, account, asker: source } = subjects;
    const applicable = isKnownBrowser ? [pair, source] : [pair, account, source];
    const counts = await this.counts.find(applicable);
    const wait = Math.max(0, ...counts.map((count) => this.waitOf(count, subjects)));
    if (wait === 0) return;
    throw new Problem('rate-limited', 'Too many wrong passwords; wait before the next attempt.', { retry_after: wait });
  }

  async wrong(username: string, asker: Asker): Promise<void> {
    const subjects = subjectsOf(username, asker);
    await this.counts.countInARow(subjects.pair, pauses);
    const counts = await this.counts.countInHour([subjects.account, subjects.asker]);
    const ofAsker = counts.find(({ subject }) => subject === subjects.asker);
    if (ofAsker?.wrong === this.config.WRONG_ATTEMPTS_PER_HOUR) this.alarm(asker);
  }

  right(username: string, asker: Asker): Promise<void> {
    return this.counts.forget(subjectsOf(username, asker).pair);
  }

  async beginSignUp(address: string): Promise<void> {
    const limit = this.config.SIGN_UPS_PER_ADDRESS_AN_HOUR;
    if (limit === 0) return;
    // Counted before it is compared, so that forms sent at once get no further than forms sent one by one.
    for (const { wrong: begun, rest } of await this.counts.countInHour([`sign-up:${digest(networkOf(address))}`])) {
      if (begun <= limit) continue;
      throw new Problem('rate-limited', 'Too many registrations begin at this address; wait.', { retry_after: rest });
    }
  }

  /** A code has few characters, because people type it, and lives for minutes. This keeps it from being guessed. */
  async enterCode(address: string): Promise<void> {
    const limit = this.config.DEVICE_CODES_PER_ADDRESS_AN_HOUR;
    if (limit === 0) return;
    for (const { wrong: sent, rest } of await this.counts.countInHour([`code:${digest(networkOf(address))}`])) {
      if (sent <= limit) continue;
      throw new Problem('rate-limited', 'Too many codes come from this address; wait.', { retry_after: rest });
    }
  }

  @Every({
    name: 'purge-wrong-passwords',
    does: 'Deletes counts of wrong passwords, registrations and codes that did not grow for a day.',
    seconds: 60,
  })
  purge(): Promise<void> {
    return this.counts.purge();
  }

  private waitOf({ subject, wrong, wait, rest }: WrongPasswords, subjects: Subjects): number {
    if (subject === subjects.pair) return wait ?? 0;
    const limit = subject === subjects.account ? perAccount : this.config.WRONG_ATTEMPTS_PER_HOUR;
    return limit > 0 && wrong >= limit ? rest : 0;
  }

  /** Logs no address, because an address is personal data. */
  private alarm(asker: Asker): void {
    alarms.inc();
    const by = 'client_id' in asker ? { client_id: asker.client_id } : { on: 'our own pages' };
    this.logger.error(by, 'an asker has reached the limit of wrong passwords in an hour and is blocked');
  }
}

interface Subjects {
  pair: string;
  account: string;
  asker: string;
}

/** Subjects are digests, because people type passwords into name fields, and because an address is personal data. */
function subjectsOf(username: string, asker: Asker): Subjects {
  const [name, source] = [digest(username), digest(nameOf(asker))];
  return { pair: `pair:${name} ${source}`, account: `account:${name}`, asker: `asker:${source}` };
}

function nameOf(asker: Asker): string {
  const network = asker.address === undefined ? '' : networkOf(asker.address);
  if ('client_id' in asker) return `client ${asker.client_id} ${network}`;
  return asker.browser === undefined ? `page ${network}` : `browser ${asker.browser}`;
}

/**
 * The subjects that are read again when an attempt leaves the line. The asker is not among them, so its limit can be
 * exceeded by the length of a line.
 */
export function subjectsOfBurst(username: string, asker: Asker): string[] {
  const { pair, account } = subjectsOf(username, asker);
  return [pair, account];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
