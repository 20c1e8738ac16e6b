import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DeletionController } from './deletion.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [DeletionController],
})
export class DeletionModule {}
