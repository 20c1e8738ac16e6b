import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { MissesModule } from '../misses/misses.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { CardFactsService } from './card-facts.service.js';
import { CardLocksService } from './card-locks.service.js';
import { CardStore } from './card.store.js';
import { CardsController } from './cards.controller.js';
import { CardsOfUsersService } from './cards-of-users.service.js';
import { CardsService } from './cards.service.js';
import { ExpiryService } from './expiry.service.js';
import { TransfersService } from './transfers.service.js';

@Module({
  imports: [DefinitionsModule, MissesModule, RegistrationModule, TombstonesModule],
  controllers: [AdministrationController, CardsController],
  providers: [
    AdministrationService,
    CardFactsService,
    CardLocksService,
    CardStore,
    CardsOfUsersService,
    CardsService,
    ExpiryService,
    TransfersService,
  ],
  exports: [CardsOfUsersService],
})
export class CardsModule {}
