import * as factors from '@ces/contracts/identity/operators/factors';
import * as passkeys from '@ces/contracts/identity/operators/passkeys';
import type { SessionRef } from '@ces/contracts/identity/operators/sessions';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { OperatorSessionsService } from '../operator-sessions.service.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { ProofsService } from './proofs.service.js';

/** The own factors of an operator, who is known by the session. */
@Controller()
export class FactorsController {
  constructor(
    private readonly sessions: OperatorSessionsService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly proofs: ProofsService,
  ) {}

  @Handle(factors.listFactors)
  async list({ session }: SessionRef) {
    return this.factors.of(await this.sessions.operatorOf(session));
  }

  @Handle(factors.proofOptions)
  async proofOptions({ session }: SessionRef) {
    return this.proofs.ask({ operatorId: await this.sessions.operatorOf(session), session });
  }

  @Handle(factors.beginTotp)
  async beginTotp(request: factors.ProvenSession) {
    return this.factors.beginTotp(await this.proven(request));
  }

  @Handle(factors.confirmTotp)
  async confirmTotp({ session, code, address = '' }: factors.ConfirmTotp) {
    return this.factors.confirmTotp(await this.sessions.operatorOf(session), session, code, { address });
  }

  @Handle(factors.removeTotp)
  async removeTotp(request: factors.ProvenSession) {
    await this.factors.removeTotp(await this.proven(request));
    return {};
  }

  @Handle(passkeys.passkeyOptions)
  async passkeyOptions(request: factors.ProvenSession) {
    return this.passkeys.begin(await this.proven(request), request.session);
  }

  @Handle(passkeys.addPasskey)
  async addPasskey({ session, name, response }: passkeys.AddPasskey) {
    return this.passkeys.add(await this.sessions.operatorOf(session), session, { name, response });
  }

  @Handle(passkeys.removePasskey)
  async removePasskey(request: passkeys.RemovePasskey) {
    await this.passkeys.remove(await this.proven(request), request.id);
    return {};
  }

  private async proven({ session, address = '', ...proof }: factors.ProvenSession): Promise<string> {
    const operatorId = await this.sessions.operatorOf(session);
    await this.proofs.demand({ operatorId, session }, proof, { address });
    return operatorId;
  }
}
