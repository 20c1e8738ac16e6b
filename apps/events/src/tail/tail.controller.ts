import { noteRefusals, readTail, type NewRefusals, type ReadTail } from '@ces/contracts/events/event-tail';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { TailService } from './tail.service.js';

@Controller()
export class TailController {
  constructor(private readonly tail: TailService) {}

  @Handle(readTail)
  read(request: ReadTail) {
    return this.tail.next(request);
  }

  @Handle(noteRefusals)
  note(request: NewRefusals) {
    return this.tail.note(request);
  }
}
