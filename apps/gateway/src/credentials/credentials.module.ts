import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CredentialsController } from './credentials.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CredentialsController],
})
export class CredentialsModule {}
