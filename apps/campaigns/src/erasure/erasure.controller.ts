import { exportOf, userErased, type DataOf, type UserErased } from '@ces/contracts/erasure';
import { Handle } from '@ces/messaging/handle';
import { OnEvent, type Delivery } from '@ces/messaging/on-event';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';

@Controller()
export class ErasureController {
  constructor(
    private readonly erasure: ErasureService,
    private readonly data: ExportService,
  ) {}

  @OnEvent(userErased)
  erase(fact: UserErased, delivery: Delivery): Promise<void> {
    return this.erasure.erase(delivery.tx, fact.user_id);
  }

  @Handle(exportOf('campaigns'))
  export(request: DataOf) {
    return this.data.of(request);
  }
}
