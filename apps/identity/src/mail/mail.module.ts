import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { MailLimits } from './mail-limits.js';
import { MailPlaceStore } from './mail-place.store.js';
import { MailSender } from './mail-sender.js';
import { MailTexts } from './mail-texts.js';
import { MailService } from './mail.service.js';
import { MailStore } from './mail.store.js';

@Module({
  imports: [NoncesModule],
  providers: [MailLimits, MailPlaceStore, MailSender, MailService, MailStore, MailTexts],
  exports: [MailLimits, MailService],
})
export class MailModule {}
