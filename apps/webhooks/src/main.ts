/**
 * The webhooks service: subscriptions, the log of what is delivered, and delivery.
 *
 *   node main.js           serves
 *   node main.js migrate   prepares the database
 *   node main.js reseal    encrypts anew what an older key of SECRETS_KEY has encrypted, so that it can be dropped
 */
import { start } from '@ces/service/start';
import { webhooks } from './webhooks.module.js';

void start(webhooks);
