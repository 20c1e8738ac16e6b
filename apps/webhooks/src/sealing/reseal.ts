import { resealing, sealedAnswers } from '@ces/service/sealing/reseal';

/** Every place where this service stores sealed values. */
export const reseal = resealing([{ table: 'webhook', columns: ['headers'], owner: `'webhook ' || id` }, sealedAnswers]);
