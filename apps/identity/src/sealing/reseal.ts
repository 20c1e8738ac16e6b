import { resealing, sealedAnswers } from '@ces/service/sealing/reseal';

/** Everything that identity keeps sealed. */
export const reseal = resealing([
  { table: 'client', columns: ['secret', 'next_secret', 'previous_secret'], owner: 'id' },
  { table: 'signing_key', columns: ['sealed_jwk'], owner: `'signing-key ' || kid` },
  { table: 'mail_outbox', columns: ['link'], owner: `'mail ' || id` },
  sealedAnswers,
]);
