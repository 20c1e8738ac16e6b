import { Module } from '@nestjs/common';
import { Clock } from './clock.service.js';

@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
