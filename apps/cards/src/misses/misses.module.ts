import { Module } from '@nestjs/common';
import { MissStore } from './miss.store.js';
import { MissesService } from './misses.service.js';

@Module({ providers: [MissStore, MissesService], exports: [MissesService] })
export class MissesModule {}
