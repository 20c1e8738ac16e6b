import { start } from '@ces/service/start';
import { webhooks } from './webhooks.js';

void start(webhooks);
