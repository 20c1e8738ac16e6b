import { Module } from '@nestjs/common';
import { FoundUserStore } from './found-user.store.js';
import { UserSearchController } from './user-search.controller.js';
import { UserSearchService } from './user-search.service.js';

@Module({
  controllers: [UserSearchController],
  providers: [UserSearchService, FoundUserStore],
})
export class UserSearchModule {}
