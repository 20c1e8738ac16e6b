import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OptinsController } from './optins.controller.js';
import { OptinsAdminController } from './optins-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [OptinsController, OptinsAdminController],
})
export class OptinsModule {}
