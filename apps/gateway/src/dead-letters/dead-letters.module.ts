import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeadLettersController } from './dead-letters.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [DeadLettersController],
})
export class DeadLettersModule {}
