import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ImportsService } from './imports.service.js';
import { IssuingController } from './issuing.controller.js';
import { IssuingService } from './issuing.service.js';
import { IssuingStore } from './issuing.store.js';

@Module({
  imports: [DefinitionsModule],
  controllers: [IssuingController],
  providers: [ImportsService, IssuingService, IssuingStore],
})
export class IssuingModule {}
