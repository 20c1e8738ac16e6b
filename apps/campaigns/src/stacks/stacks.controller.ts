import type { SearchPage } from '@ces/contracts/paging';
import { importMemberBalances, type MembersBalances } from '@ces/contracts/campaigns/member-balances';
import * as contract from '@ces/contracts/campaigns/stacks';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { CorrectionsService } from './corrections.service.js';
import { LedgerService } from './ledger.service.js';
import { OpeningBalancesService } from './opening-balances.service.js';
import { StacksService } from './stacks.service.js';

@Controller()
export class StacksController {
  constructor(
    private readonly stacks: StacksService,
    private readonly ledger: LedgerService,
    private readonly openings: OpeningBalancesService,
    private readonly corrections: CorrectionsService,
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
}
