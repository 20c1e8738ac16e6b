import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** All pages for people share it: sign-in, registration, consent, activation, deletion, new password and faults. */
export const pageStyle = readFileSync(resolve(import.meta.dirname, 'page.css'), 'utf8');
