import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminUserStore } from './admin-user.store.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersService } from './admin-users.service.js';

@Module({
  imports: [DeletionModule, GrantsModule, RevocationsModule, UsersModule],
  controllers: [AdminUsersController],
  providers: [AdminUsersService, AdminUserStore],
})
export class AdminUsersModule {}
