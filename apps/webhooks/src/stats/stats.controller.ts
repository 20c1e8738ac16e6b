import {
  statsOfWebhook,
  statsOfWebhooks,
  type StatsOfWebhook,
  type StatsOfWebhooks,
} from '@ces/contracts/webhooks/webhook-stats';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { StatsService } from './stats.service.js';

@Controller()
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Handle(statsOfWebhook)
  of(request: StatsOfWebhook) {
    return this.stats.of(request);
  }

  @Handle(statsOfWebhooks)
  ofAll(request: StatsOfWebhooks) {
    return this.stats.ofAll(request);
  }
}
