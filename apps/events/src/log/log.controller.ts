import { userEvents, type LoggedEvent, type Paged, type UserEventsQuery } from '@ces/contracts/events';
import { Handle } from '@ces/messaging/handle';
import { Controller } from '@nestjs/common';
import { LogService } from './log.service.js';

@Controller()
export class LogController {
  constructor(private readonly log: LogService) {}

  @Handle(userEvents)
  ofUser(request: UserEventsQuery): Promise<Paged<LoggedEvent>> {
    return this.log.ofUser(request);
  }
}
