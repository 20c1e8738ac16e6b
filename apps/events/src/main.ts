import { run } from '@ces/service/run';
import { eventsSchema } from './events.schema.js';

await run('events', eventsSchema, async () => (await import('./events.module.js')).events);
