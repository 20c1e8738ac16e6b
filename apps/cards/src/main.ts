import { start } from '@ces/service/start';
import { cards } from './cards.js';

void start(cards);
