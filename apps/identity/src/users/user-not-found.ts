import { Problem } from '@ces/contracts/problems';

export function userNotFound(): Problem {
  return new Problem('user-not-found', 'There is no user of this id.');
}
