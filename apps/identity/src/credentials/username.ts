import { isEmail } from 'class-validator';

/**
 * The form in which names are kept and compared: NFKC (which folds full and half width, too), trimmed, lower case.
 * Undefined when it is no e-mail address: nobody has such a name.
 */
export function normalisedUsername(given: string): string | undefined {
  if (given.length > 1_000 || /[\0\p{Surrogate}]/u.test(given)) return undefined;
  // Lower case once more after NFKC: some capitals fall apart into letter and mark.
  const name = given.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  return isEmail(name) && !/[<>"'\\\s]/.test(name) ? name : undefined;
}
