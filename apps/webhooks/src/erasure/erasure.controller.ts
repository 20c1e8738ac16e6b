import { exportOf, userErased, type DataOf, type UserErased } from '@ces/contracts/identity/erasure';
import { Handle } from '@ces/messaging/calls/handle';
import { OnEvent, type Delivery } from '@ces/messaging/facts/on-event';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @OnEvent(userErased)
  erase({ user_id }: UserErased, { tx }: Delivery): Promise<void> {
    return this.erasure.erase(tx, user_id);
  }

  @Handle(exportOf('webhooks'))
  export(request: DataOf) {
    return this.erasure.export(request);
  }
}
