import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CorrectionsController } from './corrections.controller.js';
import { StacksController } from './stacks.controller.js';
import { StacksAdminController } from './stacks-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [CorrectionsController, StacksController, StacksAdminController],
})
export class StacksModule {}
