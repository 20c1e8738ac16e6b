import { run } from '@ces/service/run';
import { cardsSchema } from './cards.schema.js';

await run('cards', cardsSchema, async () => (await import('./cards.module.js')).cards);
