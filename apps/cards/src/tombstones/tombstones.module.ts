import { Module } from '@nestjs/common';
import { TombstoneStore } from './tombstone.store.js';
import { TombstonesService } from './tombstones.service.js';

@Module({ providers: [TombstoneStore, TombstonesService], exports: [TombstonesService] })
export class TombstonesModule {}
