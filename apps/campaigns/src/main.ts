import { start } from '@ces/service/start';
import { campaigns } from './campaigns.js';

void start(campaigns);
