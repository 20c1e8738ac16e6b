import { Module } from '@nestjs/common';
import { RevocationStore } from './revocation.store.js';
import { RevocationsController } from './revocations.controller.js';
import { RevocationsService } from './revocations.service.js';

@Module({
  controllers: [RevocationsController],
  providers: [RevocationStore, RevocationsService],
  exports: [RevocationsService],
})
export class RevocationsModule {}
