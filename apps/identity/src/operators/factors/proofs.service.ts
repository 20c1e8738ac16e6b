import type { FactorProof } from '@ces/contracts/identity/operators/factors';
import { faulty, Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import type { Asker } from '../../credentials/throttle.js';
import { Challenges } from './challenges.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';

interface Prover {
  operatorId: string;
  session: string;
}

/** Fresh proofs: somebody who has only got hold of a session must not change the factors of its operator. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly challenges: Challenges,
  ) {}

  /** The options with which the browser asks for a passkey. */
  async ask({ operatorId, session }: Prover): Promise<object> {
    const asked = await this.passkeys.ask(operatorId);
    if (!asked) throw refused('passkey-missing', 'must prove it: there is no passkey');
    await this.challenges.keep(session, 'proof', asked.challenge);
    return asked.options;
  }

  /** Throws unless the operator has no factor yet, or proves one now. */
  async demand({ operatorId, session }: Prover, { code, passkey }: FactorProof, asker: Asker): Promise<void> {
    if (!(await this.factors.hasAny(operatorId))) return;
    if (code === undefined && passkey === undefined) {
      throw refused('second-factor-missing', 'is missing: send it, a recovery code instead, or `passkey`');
    }
    const right =
      passkey === undefined
        ? await this.factors.useCode(operatorId, code ?? '', asker)
        : await this.isSigned(operatorId, session, passkey);
    if (!right) throw refused('second-factor-wrong', 'does not count, or the passkey does not');
  }

  private async isSigned(operatorId: string, session: string, passkey: object): Promise<boolean> {
    const challenge = await this.challenges.take(session, 'proof');
    return challenge !== undefined && this.passkeys.use(operatorId, passkey, challenge);
  }
}

function refused(code: string, detail: string): Problem {
  return faulty('validation-failed', [{ pointer: '#/code', code, detail }]);
}
