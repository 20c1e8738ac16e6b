import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { MemberCardsService } from './member-cards.service.js';
import { MemberCardStore } from './member-card.store.js';
import { MemberOptinsService } from './member-optins.service.js';
import { MemberOptinStore } from './member-optin.store.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';

@Module({
  imports: [DefinitionsModule],
  controllers: [MembersController],
  providers: [MemberCardsService, MemberCardStore, MemberOptinsService, MemberOptinStore, MembersService],
})
export class MembersModule {}
