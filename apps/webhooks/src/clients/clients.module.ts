import { SecretSealer } from '@ces/service/sealer';
import { Global, Module } from '@nestjs/common';
import { Clock } from '../clock.js';
import { WakesModule } from '../delivery/wakes.module.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { ClientSecrets } from './client-secrets.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

const sealer = {
  provide: SecretSealer,
  useFactory: (config: WebhooksConfig) => new SecretSealer(config.SECRETS_KEY),
  inject: [WebhooksConfig],
};

/** Global: everybody seals and everybody reads the clock. */
@Global()
@Module({
  imports: [WakesModule],
  controllers: [ClientsController],
  providers: [sealer, Clock, ClientSecrets, ClientsService],
  exports: [SecretSealer, Clock, ClientSecrets, ClientsService],
})
export class ClientsModule {}
