import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The one look of all pages for people: sign-in, registration, consent, activation, deletion, new password and faults. */
export const pageStyle = readFileSync(resolve(import.meta.dirname, 'page.css'), 'utf8');
