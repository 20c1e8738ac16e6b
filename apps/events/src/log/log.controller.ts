import { userEvents, type StoredEvent, type UserEventsQuery } from '@ces/contracts/events/events';
import { pastEvents, type PastEvents, type PastEventsPage } from '@ces/contracts/events/past-events';
import { type Paged } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { LogService } from './log.service.js';
import { PastEventsService } from './past-events.service.js';

@Controller()
export class LogController {
  constructor(
    private readonly log: LogService,
    private readonly past: PastEventsService,
  ) {}

  @Handle(userEvents)
  ofUser(request: UserEventsQuery): Promise<Paged<StoredEvent>> {
    return this.log.ofUser(request);
  }

  @Handle(pastEvents)
  pastEvents(request: PastEventsPage): Promise<PastEvents> {
    return this.past.page(request);
  }
}
