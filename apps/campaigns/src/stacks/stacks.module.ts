import { Module } from '@nestjs/common';
import { LedgerService } from './ledger.service.js';
import { LedgerStore } from './ledger.store.js';
import { StacksController } from './stacks.controller.js';
import { StacksService } from './stacks.service.js';

@Module({
  controllers: [StacksController],
  providers: [LedgerService, LedgerStore, StacksService],
  exports: [LedgerService, StacksService],
})
export class StacksModule {}
