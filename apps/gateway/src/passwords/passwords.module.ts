import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PasswordsController } from './passwords.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [PasswordsController],
})
export class PasswordsModule {}
