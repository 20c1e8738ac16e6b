import { Injectable } from '@nestjs/common';
import { lifetimes } from '../keys/token-lifetimes.js';
import { IdentityConfig } from '../identity.config.js';
import type { Begun } from './code-flow.js';

const plainName = 'ces_console_sign_in';
const start = '/console/';
const longestPath = 1_000;

/**
 * Holds a sign-in to the console while it is under way. Over TLS its name has the prefix with which a browser takes it from
 * this host only, so that another host of the domain cannot begin a sign-in here.
 */
@Injectable()
export class SignInCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor({ PUBLIC_URL }: IdentityConfig) {
    const isSecure = PUBLIC_URL.startsWith('https:');
    this.name = isSecure ? `__Host-${plainName}` : plainName;
    // The prefix demands this path.
    const where = isSecure ? 'Path=/; Secure' : 'Path=/console';
    this.attributes = `${where}; HttpOnly; SameSite=Lax`;
  }

  write(begun: Begun): string {
    const value = Buffer.from(JSON.stringify(begun)).toString('base64url');
    return `${this.name}=${value}; Max-Age=${lifetimes.Interaction}; ${this.attributes}`;
  }

  clear(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }

  read(cookies: string | undefined): Begun | undefined {
    const value = valueIn(cookies, this.name) ?? '';
    try {
      const begun: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
      return isBegun(begun) ? begun : undefined;
    } catch {
      return undefined;
    }
  }
}

export function valueIn(cookies = '', name: string): string | undefined {
  return new RegExp(`(?:^|; *)${name}=([\\w-]+)`).exec(cookies)?.[1];
}

/** A page of the console: only its path leads onwards, so that no link can send people to another site. */
export function returnPath(wanted: unknown, publicUrl: string): string {
  if (typeof wanted !== 'string' || wanted.length > longestPath || !URL.canParse(wanted, publicUrl)) return start;
  const { origin, pathname, search, hash } = new URL(wanted, publicUrl);
  const isOurs = origin === new URL(publicUrl).origin && (pathname === '/console' || pathname.startsWith(start));
  return isOurs ? `${pathname}${search}${hash}` : start;
}

function isBegun(value: unknown): value is Begun {
  if (typeof value !== 'object' || value === null) return false;
  const { state, verifier, return_to } = value as Record<string, unknown>;
  return [state, verifier, return_to].every((each) => typeof each === 'string');
}
