import { Module } from '@nestjs/common';
import { NoncesModule } from '../nonces/nonces.module.js';
import { MailLimits } from './mail-limits.js';
import { MailSender } from './mail-sender.js';
import { MailService } from './mail.service.js';
import { MailTexts } from './mail-texts.js';

@Module({
  imports: [NoncesModule],
  providers: [MailLimits, MailSender, MailService, MailTexts],
  exports: [MailLimits, MailService],
})
export class MailModule {}
