import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProbeController } from './probe.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [ProbeController],
})
export class ProbeModule {}
