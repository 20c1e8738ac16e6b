import { start } from '@ces/service/start';
import { events } from './events.js';

void start(events);
