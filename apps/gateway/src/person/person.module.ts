import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PersonController } from './person.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [PersonController],
})
export class PersonModule {}
