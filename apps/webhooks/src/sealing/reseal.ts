import { resealing, sealedAnswers } from '@ces/service/sealing/reseal';

/** Everything that this service keeps sealed. */
export const reseal = resealing([{ table: 'webhook', columns: ['headers'], owner: `'webhook ' || id` }, sealedAnswers]);
