import { Module } from '@nestjs/common';
import { ImportsService } from './imports.service.js';
import { IssuingController } from './issuing.controller.js';
import { IssuingService } from './issuing.service.js';

@Module({
  controllers: [IssuingController],
  providers: [ImportsService, IssuingService],
  exports: [ImportsService],
})
export class IssuingModule {}
