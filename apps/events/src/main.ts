import { start } from '@ces/service/start';
import { events } from './events.module.js';

void start(events);
