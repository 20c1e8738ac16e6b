import { Injectable } from '@nestjs/common';

/** The time by which retries are planned and secrets retire; specs replace it. Leases follow the database's clock, which all replicas share. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}
