import type { PresentedNonce } from '@ces/contracts/identity/registration';
import { Problem } from '@ces/contracts/problems';
import { Every } from '@ces/service/chores/every';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { UsersService } from '../users/users.service.js';
import { NonceStore, type FoundNonce, type NonceOwner } from './nonce.store.js';
import type { Purpose } from './purpose.js';

interface NewNonce {
  purpose: Purpose;
  user_id: string;
  client_id: string;
  hours: number;
}

type Presenter = Pick<PresentedNonce, 'by_client' | 'by_user'>;

/** Expired nonces are remembered for this time, so that they are answered with 410 and not as unknown ones. */
const rememberedHours = 48;

/** Secrets of 256 bits for one purpose of one user at one client. Only their digest is kept. */
@Injectable()
export class NoncesService {
  constructor(
    private readonly nonces: NonceStore,
    private readonly users: UsersService,
  ) {}

  /** Joins the open transaction. */
  async issue(order: NewNonce): Promise<string> {
    const nonce = randomBytes(32).toString('base64url');
    await this.nonces.add({ ...order, hash: digest(nonce) });
    return nonce;
  }

  /** Returns the user of an `auth_nonce`, which can be used many times. */
  async resolve(nonce: string, client_id: string): Promise<string> {
    const found = await this.find(nonce, 'auth');
    if (found.client_id !== client_id) throw invalid('auth');
    if (found.gone || found.user_id === null) throw nonceGone('auth');
    return found.user_id;
  }

  /** Returns the owner of a valid nonce without using it up. */
  async look(nonce: string, purpose: Purpose): Promise<NonceOwner> {
    const { user_id, client_id, gone } = await this.find(nonce, purpose);
    if (gone || user_id === null) throw nonceGone(purpose);
    return { user_id, client_id };
  }

  /** Returns the owner of a nonce that may be used or expired, as long as it is remembered. */
  async ownerOf(nonce: string, purpose: Purpose): Promise<NonceOwner> {
    const { user_id, client_id } = await this.find(nonce, purpose);
    if (user_id === null) throw nonceGone(purpose);
    return { user_id, client_id };
  }

  /**
   * Uses up a nonce in the open transaction. One of several attempts at a time succeeds. Whoever presents it with a token must
   * be the client or the user to which it is bound.
   */
  async consume(nonce: string, purpose: Purpose, { by_client, by_user }: Presenter = {}): Promise<NonceOwner> {
    const { user_id, client_id, gone } = await this.find(nonce, purpose);
    if (by_client !== undefined && by_client !== client_id) throw invalid(purpose);
    if (by_user !== undefined && user_id !== null && by_user !== user_id) throw invalid(purpose);
    if (gone || user_id === null) throw nonceGone(purpose);
    // The user is locked before the nonce, as in every transaction that voids nonces: another order could deadlock.
    await this.users.lock(user_id);
    const used = await this.nonces.consume(digest(nonce), purpose);
    if (!used) throw nonceGone(purpose);
    return used;
  }

  /** The user's unused nonces of these purposes answer 410 from now on. */
  void(userId: string, purposes: Purpose[]): Promise<void> {
    return this.nonces.void(userId, purposes);
  }

  /** Voids the older nonces of the user for the same purpose. The transaction has locked the user. */
  voidOlder(nonce: string): Promise<void> {
    return this.nonces.voidOlder(digest(nonce));
  }

  /** Empties the nonces of an erased user; they answer 410 from now on. */
  forgetUser(userId: string): Promise<void> {
    return this.nonces.forgetUser(userId);
  }

  /** Allows one nonce a minute and five a day to a user for one purpose. Returns the seconds until the next one. */
  secondsToNext(userId: string, purpose: Purpose): Promise<number> {
    return this.nonces.secondsToNext(userId, purpose);
  }

  @Every({ name: 'purge-nonces', does: 'Deletes nonces that expired more than two days ago.', seconds: 60 })
  purge(): Promise<void> {
    return this.nonces.purge(rememberedHours);
  }

  private async find(nonce: string, purpose: Purpose): Promise<FoundNonce> {
    const found = await this.nonces.find(digest(nonce));
    if (found?.purpose !== purpose) throw invalid(purpose);
    return found;
  }
}

function digest(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

function invalid(purpose: Purpose): Problem {
  return refusal('nonce-invalid', purpose, 'The nonce is unknown, or was given out for something else.');
}

export function nonceGone(purpose: Purpose): Problem {
  return refusal('nonce-gone', purpose, 'The nonce was used already, or has expired.');
}

/** The field of the request depends on the purpose: `auth_nonce` comes from a registration, `nonce` from a mail. */
function refusal(code: 'nonce-invalid' | 'nonce-gone', purpose: Purpose, detail: string): Problem {
  const pointer = purpose === 'auth' ? '#/auth_nonce' : '#/nonce';
  return new Problem(code, detail, { errors: [{ pointer, code, detail }] });
}
