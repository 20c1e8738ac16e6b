import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ConsoleController } from './console.controller.js';
import { ConsoleTokens } from './console-tokens.js';
import { FactorsController } from './factors.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [ConsoleController, FactorsController],
  providers: [ConsoleTokens],
})
export class ConsoleModule {}
