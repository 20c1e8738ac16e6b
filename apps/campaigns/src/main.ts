/**
 * The campaigns service: judges events, and grants coupons, points and surveys.
 *
 *   node main.js                      serves
 *   node main.js migrate              prepares the database
 *   node main.js reconcile            compares the databases of all services, and names each row that one of them lacks
 *   node main.js reconcile --repair   also publishes facts again that a service has not handled
 */
import { run } from '@ces/service/run';
import { campaignsSchema } from './campaigns.schema.js';

await run('campaigns', campaignsSchema, async () => (await import('./campaigns.module.js')).campaigns);
