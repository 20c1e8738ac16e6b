import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailLimits } from './mail-limits.js';
import { MailPlaceStore } from './mail-place.store.js';
import { MailSender } from './mail-sender.js';
import { MailTextsController } from './words/mail-texts.controller.js';
import { MailTexts } from './mail-texts.js';
import { MailService } from './mail.service.js';
import { MailStore } from './mail.store.js';
import { OwnMailTextStore } from './words/own-mail-text.store.js';
import { OwnMailTexts } from './words/own-mail-texts.service.js';

@Module({
  imports: [NoncesModule, UsersModule],
  controllers: [MailTextsController],
  providers: [
    MailLimits,
    MailPlaceStore,
    MailSender,
    MailService,
    MailStore,
    MailTexts,
    OwnMailTexts,
    OwnMailTextStore,
  ],
  exports: [MailLimits, MailService],
})
export class MailModule {}
