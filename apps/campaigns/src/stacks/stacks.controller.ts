import type { SearchPage } from '@ces/contracts/paging';
import { importMemberBalances, type MembersBalances } from '@ces/contracts/campaigns/member-balances';
import * as contract from '@ces/contracts/campaigns/stacks';
import * as byName from '@ces/contracts/campaigns/by-name';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { CorrectionsService } from './corrections.service.js';
import { LedgerService } from './ledger.service.js';
import { OpeningBalancesService } from './opening/opening-balances.service.js';
import { StacksService } from './stacks.service.js';
import { NamedStacks } from './named-stacks.js';

@Controller()
export class StacksController {
  constructor(
    private readonly stacks: StacksService,
    private readonly ledger: LedgerService,
    private readonly openings: OpeningBalancesService,
    private readonly corrections: CorrectionsService,
    private readonly named: NamedStacks,
    private readonly byName: ByName,
  ) {}

  @Handle(importMemberBalances)
  import(request: MembersBalances) {
    return this.openings.import(request);
  }

  @Handle(contract.createStack)
  create(request: contract.NewStack) {
    return this.stacks.create(request);
  }

  @Handle(contract.putStack)
  put(request: contract.PutStack) {
    return this.stacks.put(request);
  }

  @Handle(contract.getStack)
  get(request: contract.StackRef) {
    return this.stacks.get(request.id);
  }

  @Handle(contract.listStacks)
  list(request: SearchPage) {
    return this.stacks.list(request);
  }

  @Handle(contract.balancesOf)
  balances(request: contract.BalancesOf) {
    return this.ledger.balances(request.user_id);
  }

  @Handle(contract.transactionsOf)
  transactions(request: contract.LedgerOf) {
    return this.ledger.transactions(request);
  }

  @Handle(contract.correctBalance)
  correct(request: contract.CorrectBalance) {
    return this.corrections.correct(request);
  }

  @Handle(byName.getStackByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putStackByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutStackByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
