import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MailTextsController } from './mail-texts.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [MailTextsController],
})
export class MailTextsModule {}
