import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { byNameControllers } from './kinds.js';

@Module({ imports: [AccessModule], controllers: byNameControllers })
export class ByNameModule {}
