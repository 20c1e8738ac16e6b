import { Module } from '@nestjs/common';
import { RegistrationModule } from '../registration/registration.module.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { CardFacts } from './card-facts.js';
import { CardsController } from './cards.controller.js';
import { CardsService } from './cards.service.js';
import { Expiry } from './expiry.js';
import { Misses } from './misses.js';

@Module({
  imports: [RegistrationModule],
  controllers: [AdministrationController, CardsController],
  providers: [AdministrationService, CardFacts, CardsService, Expiry, Misses],
  exports: [Misses],
})
export class CardsModule {}
