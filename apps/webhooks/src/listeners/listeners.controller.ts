import * as contract from '@ces/contracts/webhooks/listeners';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ListenerDeliveries } from './listener-deliveries.service.js';
import { ListenersService } from './listeners.service.js';

@Controller()
export class ListenersController {
  constructor(
    private readonly listeners: ListenersService,
    private readonly deliveries: ListenerDeliveries,
  ) {}

  @Handle(contract.createListener)
  create(request: contract.CreateListener) {
    return this.listeners.create(request);
  }

  @Handle(contract.deleteListener)
  delete(request: contract.ListenerRef) {
    return this.listeners.delete(request);
  }

  @Handle(contract.readListener)
  read(request: contract.ReadListener) {
    return this.deliveries.next(request);
  }
}
