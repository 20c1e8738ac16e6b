import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { ConnectionCopiesService } from './connection-copies.service.js';
import { ConnectionCopyStore } from './connection-copy.store.js';
import { ConnectionStore } from './connection.store.js';
import { ConnectionsService } from './connections.service.js';
import { OneByOne } from './one-by-one.js';
import { UserStore } from './user.store.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [
    ConnectionCopiesService,
    ConnectionCopyStore,
    ConnectionsService,
    ConnectionStore,
    LongReadStore,
    OneByOne,
    UsersService,
    UserStore,
  ],
  exports: [ConnectionsService, OneByOne, UsersService],
})
export class UsersModule {}
