import type { SearchPage } from '@ces/contracts/paging';
import * as contract from '@ces/contracts/cards/optins';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import * as byName from '@ces/contracts/cards/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { ConsentsService } from './consents.service.js';
import { OptinsService } from './optins.service.js';
import { NamedOptins } from './named-optins.js';

@Controller()
export class OptinsController {
  constructor(
    private readonly optins: OptinsService,
    private readonly consents: ConsentsService,
    private readonly named: NamedOptins,
    private readonly byName: ByName,
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
  list(request: SearchPage) {
    return this.optins.list(request);
  }

  @Handle(contract.retireOptin)
  retire(request: contract.OptinRef) {
    return this.optins.retire(request.id);
  }

  @Handle(byName.getOptinByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putOptinByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutOptinByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
