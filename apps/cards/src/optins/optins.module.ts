import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { Module } from '@nestjs/common';
import { RegistrationModule } from '../registration/registration.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { ConsentStore } from './consent.store.js';
import { ConsentsOfUsersService } from './consents-of-users.service.js';
import { ConsentsService } from './consents.service.js';
import { OptinStore } from './optin.store.js';
import { OptinsController } from './optins.controller.js';
import { OptinsService } from './optins.service.js';
import { NamedOptins } from './named-optins.js';

@Module({
  imports: [ByNameModule, RegistrationModule, TombstonesModule],
  controllers: [OptinsController],
  providers: [NamedOptins, ConsentStore, ConsentsOfUsersService, ConsentsService, OptinStore, OptinsService],
  exports: [ConsentsOfUsersService, OptinsService],
})
export class OptinsModule {}
