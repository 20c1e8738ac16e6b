import { Problem } from '@ces/contracts/problems';

/** A part is missing or came twice, or its upload was dropped. */
export function uploadLost(): Problem {
  return new Problem('service-unavailable', 'A part of the file was lost on the way; send it again.', {
    retry_after: 1,
  });
}
