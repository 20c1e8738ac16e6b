import { TombstoneStore } from '@ces/service/tombstones/tombstone.store';
import { UserTombstones } from '@ces/service/tombstones/user-tombstones.service';
import { Module } from '@nestjs/common';

@Module({ providers: [TombstoneStore, UserTombstones], exports: [UserTombstones] })
export class TombstonesModule {}
