import type { Page } from '@ces/contracts/paging';
import * as contract from '@ces/contracts/cards/optins';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ConsentsService } from './consents.service.js';
import { OptinsService } from './optins.service.js';

@Controller()
export class OptinsController {
  constructor(
    private readonly optins: OptinsService,
    private readonly consents: ConsentsService,
  ) {}

  @Handle(contract.readOptins) // rows 16 and 24
  read(request: contract.OptinsOf) {
    return this.consents.read(request);
  }

  @Handle(contract.changeOptins) // row 17
  change(request: contract.ChangeOptins) {
    return this.consents.change(request);
  }

  @Handle(contract.createOptin)
  create(request: contract.NewOptin) {
    return this.optins.create(request);
  }

  @Handle(contract.putOptin)
  put(request: contract.PutOptin) {
    return this.optins.put(request.id, request);
  }

  @Handle(contract.getOptin)
  get(request: contract.OptinRef) {
    return this.optins.get(request.id);
  }

  @Handle(contract.listOptins)
  list(request: Page) {
    return this.optins.list(request);
  }

  @Handle(contract.retireOptin)
  retire(request: contract.OptinRef) {
    return this.optins.retire(request.id);
  }
}
