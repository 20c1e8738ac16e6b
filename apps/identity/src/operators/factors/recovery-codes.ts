import { createHash, randomBytes } from 'node:crypto';

const recoveryCodes = 10;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => randomBytes(8).toString('hex'));
}

/** Only digests of codes are stored. */
export function digestOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
