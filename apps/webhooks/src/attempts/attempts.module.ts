import { Module } from '@nestjs/common';
import { LogModule } from '../log/log.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { AttemptPartitions } from './attempt-partitions.service.js';
import { AttemptStore } from './attempt.store.js';
import { AttemptsController } from './attempts.controller.js';
import { AttemptsService } from './attempts.service.js';
import { ExtraRequests } from './extra-requests.service.js';
import { Payloads } from './payloads.service.js';
import { PingService } from './ping.service.js';
import { ResendService } from './resend.service.js';
import { ResentRecorder } from './resent-recorder.service.js';
import { SetAsideService } from './set-aside.service.js';

@Module({
  imports: [LogModule, QueuesModule, RequestsModule, SubscriptionsModule],
  controllers: [AttemptsController],
  providers: [
    AttemptPartitions,
    AttemptStore,
    AttemptsService,
    ExtraRequests,
    Payloads,
    PingService,
    ResendService,
    ResentRecorder,
    SetAsideService,
  ],
  exports: [AttemptsService],
})
export class AttemptsModule {}
