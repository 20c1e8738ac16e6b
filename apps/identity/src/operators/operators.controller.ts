import { resetFactors } from '@ces/contracts/identity/operators/factors';
import * as contract from '@ces/contracts/identity/operators/operators';
import type { SearchPage } from '@ces/contracts/paging';
import * as sessions from '@ces/contracts/identity/operators/sessions';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OperatorSessionsService } from './operator-sessions.service.js';
import { OperatorsService } from './operators.service.js';

@Controller()
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly sessions: OperatorSessionsService,
  ) {}

  @Handle(contract.createOperator)
  create(request: contract.NewOperator) {
    return this.operators.create(request);
  }

  @Handle(contract.listOperators)
  list(request: SearchPage) {
    return this.operators.list(request);
  }

  @Handle(contract.getOperator)
  get(request: contract.OperatorRef) {
    return this.operators.get(request.id);
  }

  @Handle(contract.changeOperator)
  change(request: contract.ChangeOperator) {
    return this.operators.change(request);
  }

  @Handle(contract.deleteOperator)
  delete(request: contract.OperatorRef) {
    return this.operators.delete(request.id);
  }

  @Handle(contract.inviteOperator)
  invite(request: contract.OperatorRef) {
    return this.operators.invite(request.id);
  }

  @Handle(resetFactors)
  resetFactors(request: contract.OperatorRef) {
    return this.operators.resetFactors(request.id);
  }

  @Handle(sessions.readConsoleSession)
  session(request: sessions.SessionRef) {
    return this.sessions.read(request.session);
  }

  @Handle(sessions.operatorToken)
  token(request: sessions.SessionRef) {
    return this.sessions.token(request.session);
  }

  @Handle(sessions.endConsoleSession)
  async end(request: sessions.SessionRef) {
    await this.sessions.end(request.session);
    return {};
  }
}
