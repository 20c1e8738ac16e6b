import { start } from '@ces/service/start';
import { cards } from './cards.module.js';

void start(cards);
