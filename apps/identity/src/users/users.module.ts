import { Module } from '@nestjs/common';
import { ConnectionCopies } from './connection-copies.js';
import { ConnectionsService } from './connections.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [ConnectionCopies, ConnectionsService, UsersService],
  exports: [ConnectionsService, UsersService],
})
export class UsersModule {}
