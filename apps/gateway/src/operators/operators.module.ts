import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OperatorsController, OwnOperatorController } from './operators.controller.js';

@Module({
  imports: [AccessModule],
  // The first one has the fixed path `me`, beside the ids of the second.
  controllers: [OwnOperatorController, OperatorsController],
})
export class OperatorsModule {}
