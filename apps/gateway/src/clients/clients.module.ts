import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ClientsController } from './clients.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [ClientsController],
})
export class ClientsModule {}
