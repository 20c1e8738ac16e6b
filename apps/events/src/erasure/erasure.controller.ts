import { exportOf, userErased, type DataOf, type UserErased } from '@ces/contracts/identity/erasure';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @OnFact(userErased)
  erased({ user_id }: UserErased) {
    return this.erasures.erase(user_id);
  }

  @Handle(exportOf('events'))
  export(request: DataOf) {
    return this.erasures.export(request);
  }
}
