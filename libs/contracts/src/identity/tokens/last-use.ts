import { ApiPropertyOptional } from '../../shape/described.js';

/** The last use of a client, in answers. Identity services of the previous release omit it. */
export function ShownLastUse(): PropertyDecorator {
  return ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2026-11-21T09:30:00.000Z',
    format: 'date-time',
    description:
      'When the client got a token last, for itself or for a user, to within five minutes. A token lasts for 15 minutes. ' +
      'Null if it never got one',
  });
}
