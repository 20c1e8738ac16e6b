import { Module } from '@nestjs/common';
import { Wakes } from './wakes.service.js';

@Module({ providers: [Wakes], exports: [Wakes] })
export class WakesModule {}
