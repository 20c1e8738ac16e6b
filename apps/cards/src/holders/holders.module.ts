import { Module } from '@nestjs/common';
import { HolderStore } from './holder.store.js';
import { HoldersController } from './holders.controller.js';
import { HoldersService } from './holders.service.js';

@Module({
  controllers: [HoldersController],
  providers: [HoldersService, HolderStore],
})
export class HoldersModule {}
