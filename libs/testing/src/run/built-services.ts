import { resolve } from 'node:path';

/** Every test run brings this copy of the built services up to date, so that the processes of specs need no compiler. */
export const builtServices = resolve(import.meta.dirname, '../../../../node_modules/.cache/ces-built');
