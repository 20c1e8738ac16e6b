import { PlatformHealth } from '@ces/contracts/operation/health';
import { Bus } from '@ces/messaging/calls/bus';
import { versionOfBuild } from '@ces/service/build-info';
import { Health } from '@ces/service/health';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../access/admin-routes.js';
import { Describe } from '../docs/describe.js';
import { gatherHealth } from './gather-health.js';

@ApiTags('Administration: operation')
@Controller('api/1/admin/health')
@AdminRoutes('admin')
export class HealthAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly health: Health,
  ) {}

  @Get()
  @Describe({
    summary: 'Read how each service is, and what is wrong now',
    description:
      'Every service is asked for its version, readiness, lags, outbox and dead letters. A service that does not answer ' +
      'within two seconds is named; the answer is 200 all the same.',
    answers: { 200: PlatformHealth },
  })
  async read(): Promise<PlatformHealth> {
    const checks = await this.health.readiness();
    return gatherHealth(this.bus, {
      service: 'gateway',
      answers: true,
      version: versionOfBuild(),
      ready: Object.values(checks).every(Boolean),
      checks,
      lags: [],
      outbox_seconds: 0,
      outbox_waiting: 0,
      dead_letters: 0,
    });
  }
}
