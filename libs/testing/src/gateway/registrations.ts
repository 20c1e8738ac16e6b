import type { Registration } from '@ces/contracts/identity/credentials';
import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually.js';
import type { TestPlatform } from './test-platform.js';

export const password = 'correct horse battery';

export interface Registered {
  user_id: string;
  username: string;
}

export function newName(): string {
  return `anna.${randomUUID().slice(0, 8)}@example.com`;
}

/** Rows 12 and 15. */
export async function beginRegistration(platform: TestPlatform, firstName = 'Anneliese') {
  const username = newName();
  const answer = await platform.api.post('/api/1/user/credentials', { username, password });
  const { user_id, nonce } = answer.body as Registration;
  const person = { auth_nonce: nonce, firstName, lastName: 'Bergström' };
  await platform.api.post('/api/1/user/person', person);
  return { user_id, username, nonce };
}

/** Cards, or a stand-in for it, must answer for its steps. */
export async function register(platform: TestPlatform, firstName?: string): Promise<Registered> {
  const { nonce, ...registered } = await beginRegistration(platform, firstName);
  await platform.api.post('/api/1/user/complete', { auth_nonce: nonce });
  const activation = await mailedNonce(platform, registered.username);
  await platform.api.post('/api/1/user/activator/uniquelink', { nonce: activation });
  return registered;
}

/** Waits until there are `count` mails to this address, and returns the nonce of the newest. */
export function mailedNonce(platform: TestPlatform, address: string, count = 1): Promise<string> {
  return eventually(async () => {
    const mails = await platform.mailsTo(address);
    const nonce = /#nonce=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
    if (mails.length < count || nonce === undefined) throw new Error(`${mails.length} mails`);
    return nonce;
  });
}

export interface Begun {
  user_id: string;
  auth_nonce: string;
}

/** Row 12 only. */
export async function begun(platform: TestPlatform): Promise<Begun> {
  const answer = await platform.api.post('/api/1/user/credentials', { username: newName(), password });
  const { user_id, nonce } = answer.body as Registration;
  return { user_id, auth_nonce: nonce };
}
