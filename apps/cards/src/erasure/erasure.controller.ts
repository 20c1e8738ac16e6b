import { exportOf, userErased, type DataOf, type ExportPart, type UserErased } from '@ces/contracts/identity/erasure';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { ErasureService } from './erasure.service.js';
import { ExportService } from './export.service.js';

@Controller()
export class ErasureController {
  constructor(
    private readonly erasure: ErasureService,
    private readonly data: ExportService,
  ) {}

  @OnFact(userErased)
  erase(fact: UserErased): Promise<void> {
    return this.erasure.erase(fact.user_id);
  }

  @Handle(exportOf('cards'))
  export(request: DataOf): Promise<ExportPart> {
    return this.data.of(request);
  }
}
