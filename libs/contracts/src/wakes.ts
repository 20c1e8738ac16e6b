/** A wake is a message without content that makes its readers look for work now. It may be lost, so readers also poll. */
export const revocationsWake = 'identity-revocations';
export const signingKeysWake = 'identity-signing-keys';
