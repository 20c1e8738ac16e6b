import { Module } from '@nestjs/common';
import { KnownUserStore } from './known-user.store.js';
import { KnownUsersService } from './known-users.service.js';
import { UsersController } from './users.controller.js';

@Module({
  controllers: [UsersController],
  providers: [KnownUsersService, KnownUserStore],
  exports: [KnownUsersService],
})
export class UsersModule {}
