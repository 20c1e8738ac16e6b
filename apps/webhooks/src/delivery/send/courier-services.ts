import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.service.js';
import { LogService } from '../../log/log.service.js';
import { LogTail } from '../../log/log-tail.js';
import { Outbound } from '../../requests/outbound.service.js';
import { LeaseTerms } from '../lease-terms.js';
import { GiveUpService } from '../record/give-up.service.js';
import { Recorder } from '../record/recorder.service.js';
import { Lanes } from './lanes.js';

@Injectable()
export class CourierServices {
  constructor(
    readonly log: LogService,
    readonly tail: LogTail,
    readonly lanes: Lanes,
    readonly outbound: Outbound,
    readonly recorder: Recorder,
    readonly givingUp: GiveUpService,
    readonly clock: Clock,
    readonly terms: LeaseTerms,
  ) {}
}
