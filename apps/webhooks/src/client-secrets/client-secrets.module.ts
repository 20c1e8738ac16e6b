import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { ClientSecretsController } from './client-secrets.controller.js';
import { ClientSecrets } from './client-secrets.service.js';

@Module({
  imports: [ClockModule, WakesModule],
  controllers: [ClientSecretsController],
  providers: [ClientSecrets],
  exports: [ClientSecrets],
})
export class ClientSecretsModule {}
