import { Module } from '@nestjs/common';
import { RevocationsController } from './revocations.controller.js';
import { RevocationsService } from './revocations.service.js';

@Module({
  controllers: [RevocationsController],
  providers: [RevocationsService],
  exports: [RevocationsService],
})
export class RevocationsModule {}
