import { exportOf, userErased, type DataOf, type UserErased } from '@ces/contracts/identity/erasure';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @OnFact(userErased)
  erase({ user_id }: UserErased): Promise<void> {
    return this.erasure.erase(user_id);
  }

  @Handle(exportOf('webhooks'))
  export(request: DataOf) {
    return this.erasure.export(request);
  }
}
