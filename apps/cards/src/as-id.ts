import { isUuid } from '@ces/service/database/uuid';

/** For what is named by its id or by a name: a name may look like an id, and then the id goes first. */
export function asId(ref: string): string | null {
  return isUuid(ref) ? ref : null;
}
