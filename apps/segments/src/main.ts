import { run } from '@ces/service/run';
import { segmentsSchema } from './segments.schema.js';

await run('segments', segmentsSchema, async () => (await import('./segments.module.js')).segments);
