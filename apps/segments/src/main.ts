import { start } from '@ces/service/start';
import { segments } from './segments.module.js';

void start(segments);
