import type { UserSearch } from '@ces/contracts/identity/admin-users';
import { faulty } from '@ces/contracts/problems';

/** Users are found, and not listed: a search without its words would find nobody, and the caller would believe that. */
export function demandSearch({ username, provider_name, owner_id }: UserSearch): void {
  if (provider_name === undefined && owner_id !== undefined) throw missing('provider_name', 'beside `owner_id`');
  if (provider_name !== undefined && owner_id === undefined) throw missing('owner_id', 'beside `provider_name`');
  if (username === undefined && provider_name === undefined)
    throw missing('q', 'unless you give `username`, or `provider_name` with `owner_id`');
}

function missing(parameter: string, when: string): Error {
  return faulty('parameter-invalid', [{ pointer: parameter, code: 'required', detail: `is required ${when}` }]);
}
