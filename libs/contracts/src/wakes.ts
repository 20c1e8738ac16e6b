/**
 * Subjects of plain messages without content that say: look now. A message may be lost, so each reader also looks
 * from time to time.
 */
export const revocationsWake = 'identity-revocations';
