import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { UsersController } from './users.controller.js';
import { UserLifeController } from './user-life.controller.js';
import { AdminUsersController } from './users-admin.controller.js';
import { UserReads } from './user-reads.js';

@Module({
  imports: [AccessModule],
  controllers: [UsersController, AdminUsersController, UserLifeController],
  providers: [UserReads],
})
export class UsersModule {}
