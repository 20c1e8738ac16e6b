import { Nats } from '@ces/messaging/nats';
import { Controller, Get, Inject, Injectable, Optional, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

export interface ReadinessCheck {
  name: string;
  check: () => Promise<boolean> | boolean;
}

export const READINESS = Symbol('readiness checks');

@Injectable()
export class Health {
  private ending = false;

  constructor(
    private readonly nats: Nats,
    @Optional() @Inject(READINESS) private readonly checks: ReadinessCheck[] = [],
  ) {}

  /** Load balancers send no more requests while the app finishes. */
  drain(): void {
    this.ending = true;
  }

  get draining(): boolean {
    return this.ending;
  }

  async readiness(): Promise<Record<string, boolean>> {
    const own = await Promise.all(
      this.checks.map(
        async ({ name, check }) =>
          [
            name,
            await Promise.resolve()
              .then(check)
              .catch(() => false),
          ] as const,
      ),
    );
    return { accepting: !this.ending, nats: this.nats.connected, ...Object.fromEntries(own) };
  }
}

// As ApiExcludeController does, whose package only the gateway loads.
@SetMetadata('swagger/apiExcludeController', [true])
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('livez')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const checks = await this.health.readiness();
    const ready = Object.values(checks).every(Boolean);
    void reply.status(ready ? 200 : 503);
    if (!ready) void reply.header('Retry-After', '1');
    return { status: ready ? 'ready' : 'not ready', checks };
  }
}
