import { Injectable, Module } from '@nestjs/common';

/** What retries are timed by. Leases are not: those follow the database's clock, which all replicas share. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}

@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
