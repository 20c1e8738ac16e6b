import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CardsController } from './cards.controller.js';
import { CardDefinitionsController } from './card-definitions.controller.js';
import { CardsAdminController } from './cards-admin.controller.js';
import { UserCardsController } from './user-cards.controller.js';
import { CardUploadService } from './card-upload.service.js';

@Module({
  imports: [AccessModule],
  controllers: [CardsController, CardDefinitionsController, CardsAdminController, UserCardsController],
  providers: [CardUploadService],
})
export class CardsModule {}
