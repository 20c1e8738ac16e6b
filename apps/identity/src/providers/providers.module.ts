import { Module } from '@nestjs/common';
import { ProviderStore } from './provider.store.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersService } from './providers.service.js';

@Module({
  controllers: [ProvidersController],
  providers: [ProviderStore, ProvidersService],
  exports: [ProvidersService],
})
export class ProvidersModule {}
