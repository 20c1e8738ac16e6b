import { ClosedUserStore } from '@ces/service/tombstones/closed-user.store';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { TombstoneStore } from '@ces/service/tombstones/tombstone.store';
import { Module } from '@nestjs/common';

@Module({ providers: [ClosedUsers, ClosedUserStore, TombstoneStore], exports: [ClosedUsers] })
export class TombstonesModule {}
