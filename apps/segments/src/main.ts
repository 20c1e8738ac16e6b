import { start } from '@ces/service/start';
import { segments } from './segments.js';

void start(segments);
