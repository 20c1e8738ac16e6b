import { userEvents, type StoredEvent, type UserEventsQuery } from '@ces/contracts/events/events';
import { type Paged } from '@ces/contracts/paging';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { LogService } from './log.service.js';

@Controller()
export class LogController {
  constructor(private readonly log: LogService) {}

  @Handle(userEvents)
  ofUser(request: UserEventsQuery): Promise<Paged<StoredEvent>> {
    return this.log.ofUser(request);
  }
}
