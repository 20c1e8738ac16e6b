import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StacksController } from './stacks.controller.js';
import { StacksAdminController } from './stacks-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [StacksController, StacksAdminController],
})
export class StacksModule {}
