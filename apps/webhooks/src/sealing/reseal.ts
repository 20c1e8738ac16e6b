import { resealing, sealedAnswers } from '@ces/service/sealing/reseal';

/** Every place where this service stores sealed values. */
export const reseal = resealing([
  { table: 'webhook', columns: ['headers'], owner: `'webhook ' || id` },
  { table: 'webhook', columns: ['secret', 'previous_secret'], owner: `'webhook secret ' || id` },
  { table: 'listener', columns: ['secret'], owner: `'webhook secret ' || id` },
  sealedAnswers,
]);
