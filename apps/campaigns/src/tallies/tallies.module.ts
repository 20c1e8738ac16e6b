import { Module } from '@nestjs/common';
import { TalliesService } from './tallies.service.js';
import { TallyStore } from './tally.store.js';

@Module({ providers: [TalliesService, TallyStore], exports: [TalliesService] })
export class TalliesModule {}
