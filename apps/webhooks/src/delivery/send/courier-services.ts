import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.service.js';
import { LogService } from '../../log/log.service.js';
import { LogTail } from '../../log/log-tail.js';
import { Outbound } from '../../requests/outbound.service.js';
import { LeaseTerms } from '../lease-terms.js';
import { LaneRecordStore } from '../record/lane-record.store.js';
import { FreezeStore } from '../record/freeze.store.js';
import { GiveUpService } from '../record/give-up.service.js';
import { Recorder } from '../record/recorder.service.js';
import { Admission } from './admission.js';

@Injectable()
export class CourierServices {
  constructor(
    readonly log: LogService,
    readonly tail: LogTail,
    readonly admission: Admission,
    readonly outbound: Outbound,
    readonly recorder: Recorder,
    readonly laneRecords: LaneRecordStore,
    readonly givingUp: GiveUpService,
    readonly freezer: FreezeStore,
    readonly clock: Clock,
    readonly terms: LeaseTerms,
  ) {}
}
