import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProvidersController } from './providers.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [ProvidersController],
})
export class ProvidersModule {}
