import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const passkeyScriptPath = '/oauth2/passkey.js';
export const passkeyScript = readFileSync(resolve(import.meta.dirname, 'passkey.js'), 'utf8');
