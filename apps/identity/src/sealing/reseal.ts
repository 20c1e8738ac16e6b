import { resealing, sealedAnswers } from '@ces/service/sealing/reseal';

/** Every column of identity that is sealed. A column that is missing here becomes unreadable when its key is dropped. */
export const reseal = resealing([
  { table: 'client', columns: ['secret', 'next_secret', 'previous_secret'], owner: 'id' },
  { table: 'provider', columns: ['client_secret'], owner: `'provider ' || name` },
  { table: 'signing_key', columns: ['sealed_jwk'], owner: `'signing-key ' || kid` },
  { table: 'mail_outbox', columns: ['link'], owner: `'mail ' || id` },
  { table: 'operator', columns: ['totp_secret', 'totp_pending'], owner: `'operator ' || id` },
  sealedAnswers,
]);
