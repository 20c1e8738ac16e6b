/**
 * The webhooks service: subscriptions, the log of the events to deliver, and their delivery.
 *
 *   node main.js           serves
 *   node main.js migrate   prepares the database
 *   node main.js reseal    encrypts secrets with the first key of SECRETS_KEY, so that older keys can be dropped
 */
import { run } from '@ces/service/run';
import { webhooksSchema } from './webhooks.schema.js';

await run('webhooks', webhooksSchema, async () => (await import('./webhooks.module.js')).webhooks);
