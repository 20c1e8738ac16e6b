import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { LogModule } from '../log/log.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { WakesModule } from '../wakes/wakes.module.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { BacklogAge } from './claim/backlog-age.service.js';
import { ClaimStore } from './claim/claim.store.js';
import { Dispatcher } from './claim/dispatcher.service.js';
import { Senders } from './claim/senders.service.js';
import { LeaseTerms } from './lease-terms.js';
import { FreezeStore } from './record/freeze.store.js';
import { GiveUpService } from './record/give-up.service.js';
import { LaneRecordStore } from './record/lane-record.store.js';
import { RecordStore } from './record/record.store.js';
import { Recorder } from './record/recorder.service.js';
import { CourierServices } from './send/courier-services.js';
import { Admission } from './send/admission.js';

const admission = {
  provide: Admission,
  useFactory: (config: WebhooksConfig) => new Admission(config.WEBHOOK_CONCURRENCY, config.WEBHOOK_PER_HOST),
  inject: [WebhooksConfig],
};

@Module({
  imports: [ClockModule, LogModule, RequestsModule, SubscriptionsModule, WakesModule],
  providers: [
    BacklogAge,
    ClaimStore,
    CourierServices,
    Dispatcher,
    FreezeStore,
    GiveUpService,
    LaneRecordStore,
    admission,
    LeaseTerms,
    Recorder,
    RecordStore,
    Senders,
  ],
  exports: [Dispatcher],
})
export class DeliveryModule {}
