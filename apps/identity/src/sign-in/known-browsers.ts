import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { normalisedUsername } from '../credentials/username.js';
import { IdentityConfig } from '../identity.config.js';
import { signInPath } from '../pages/sign-in-address.js';

const cookie = 'ces_known';
const lifetimeSeconds = 180 * 86_400;
/** A browser is known for at most this many names; it forgets the one that signed in first. */
const mostNames = 5;
const pattern = new RegExp(`(?:^|; *)${cookie}=([\\w-]{22})((?:\\.[\\w-]{43}){1,${mostNames}})(?:;|$)`);

interface Known {
  id: string;
  signatures: string[];
}

/**
 * Browsers that have signed in before, and with which names. The cookie holds an id of the browser and, for each name, a
 * signature over id and name, so that nothing is stored. Wrong passwords of other browsers do not block such a browser.
 */
@Injectable()
export class KnownBrowsers {
  /** The first key signs; the others are still accepted while SECRETS_KEY changes. */
  private readonly keys: Buffer[];
  private readonly secure: string;

  constructor({ SECRETS_KEY, PUBLIC_URL }: IdentityConfig) {
    this.keys = SECRETS_KEY.map((secret) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'known browsers', 32)),
    );
    this.secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  }

  /** The id of the browser, if it has signed in with this name. */
  browserId(cookies: string | undefined, username: string): string | undefined {
    const known = read(cookies);
    if (!known) return undefined;
    const expected = this.keys.map((key) => sign(key, known.id, username));
    return known.signatures.some((given) => expected.some((each) => isEqual(given, each))) ? known.id : undefined;
  }

  cookieFor(cookies: string | undefined, username: string): string {
    const { id, signatures } = read(cookies) ?? { id: randomBytes(16).toString('base64url'), signatures: [] };
    const [key = Buffer.alloc(0)] = this.keys;
    const added = sign(key, id, username);
    const value = [id, added, ...signatures.filter((each) => each !== added).slice(0, mostNames - 1)].join('.');
    return `${cookie}=${value}; Path=${signInPath}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict${this.secure}`;
  }
}

function read(cookies = ''): Known | undefined {
  const [, id, signatures] = pattern.exec(cookies) ?? [];
  return id === undefined || signatures === undefined ? undefined : { id, signatures: signatures.slice(1).split('.') };
}

function sign(key: Buffer, id: string, username: string): string {
  return createHmac('sha256', key)
    .update(`${id} ${normalisedUsername(username) ?? username}`)
    .digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
