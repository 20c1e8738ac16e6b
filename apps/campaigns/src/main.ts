import { start } from '@ces/service/start';
import { campaigns } from './campaigns.module.js';

void start(campaigns);
