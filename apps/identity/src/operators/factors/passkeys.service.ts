import type { Passkey } from '@ces/contracts/identity/operators/factors';
import type { AddedPasskey } from '@ces/contracts/identity/operators/passkeys';
import { faulty, Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUniqueViolation } from '@ces/service/database/violations';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { OperatorAccess } from '../operator-access.js';
import { OperatorEntity } from '../operator.entity.js';
import { OperatorStore } from '../operator.store.js';
import { operatorNotFound } from '../to-operator.js';
import { Challenges } from './challenges.js';
import { OperatorPasskeyEntity } from './operator-passkey.entity.js';
import { PasskeyCeremonies, type Asked } from './passkey-ceremonies.js';
import { digestOfCode, newRecoveryCodes } from './recovery-codes.js';

const mostPasskeys = 10;

/** The passkeys of operators, as second factors. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly challenges: Challenges,
    private readonly audit: AuditService,
    private readonly access: OperatorAccess,
  ) {}

  async list(operator_id: string): Promise<Passkey[]> {
    return (await this.of(operator_id)).map(toPasskey);
  }

  count(operator_id: string): Promise<number> {
    return this.transactions.of(OperatorPasskeyEntity).countBy({ operator_id });
  }

  /** The options for a new passkey. The session keeps the challenge. */
  async begin(operatorId: string, session: string): Promise<object> {
    const operator = await this.store.find(operatorId);
    if (!operator) throw operatorNotFound();
    const { options, challenge } = await this.ceremonies.askNew(operator, await this.of(operatorId));
    await this.challenges.keep(session, 'new', challenge);
    return options;
  }

  /** Shows recovery codes with the first factor, which ends all sign-ins but this session. */
  async add(operatorId: string, session: string, { name, response }: Given): Promise<AddedPasskey> {
    const challenge = await this.challenges.take(session, 'new');
    const key = challenge === undefined ? undefined : await this.ceremonies.newKey(response, challenge);
    if (!key) throw refused('#/response', 'passkey-wrong', 'does not fit the options: ask for new ones and try again');
    const passkey = { ...key, id: newId(), operator_id: operatorId, name, created_at: new Date(), used_at: null };
    return this.transactions
      .run(async () => {
        const operator = await this.store.lockOne(operatorId);
        if (!operator) throw operatorNotFound();
        const before = await this.count(operatorId);
        if (before >= mostPasskeys) throw refused('#/name', 'too-many', `an operator has at most ${mostPasskeys}`);
        await this.transactions.of(OperatorPasskeyEntity).insert(passkey);
        await this.audit.add({ who: operatorId, what: `added the passkey ${passkey.id}` });
        if (before > 0 || operator.totp_secret !== null) return toPasskey(passkey);
        const recovery_codes = newRecoveryCodes();
        // A code app that is not confirmed was begun without a proof.
        const own = { recovery_codes: recovery_codes.map(digestOfCode), totp_pending: null };
        await this.transactions.of(OperatorEntity).update({ id: operatorId }, own);
        await this.access.end(operator, session);
        return { ...toPasskey(passkey), recovery_codes };
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? refused('#/response', 'passkey-known', 'is a passkey already') : error;
      });
  }

  /** The recovery codes go with the last factor. */
  remove(operatorId: string, id: string): Promise<void> {
    return this.transactions.run(async () => {
      const operator = await this.store.lockOne(operatorId);
      const passkeys = this.transactions.of(OperatorPasskeyEntity);
      const passkey = (await this.of(operatorId)).find((each) => each.id === id);
      if (!operator || !passkey) return;
      await passkeys.delete({ id });
      const isLast = operator.totp_secret === null && (await this.count(operatorId)) === 0;
      if (isLast) await this.transactions.of(OperatorEntity).update({ id: operatorId }, { recovery_codes: [] });
      await this.audit.add({ who: operatorId, what: `removed the passkey ${id}` });
    });
  }

  /** The request for a browser; undefined for an operator without passkeys. */
  async ask(operatorId: string): Promise<Asked | undefined> {
    const known = await this.of(operatorId);
    return known.length === 0 ? undefined : this.ceremonies.ask(known);
  }

  /** Whether a passkey of the operator has signed the challenge. The caller lets a challenge count once. */
  use(operator_id: string, response: object, challenge: string): Promise<boolean> {
    return this.transactions.run(async () => {
      const passkeys = this.transactions.of(OperatorPasskeyEntity);
      const lock = { mode: 'pessimistic_write' } as const;
      const passkey = await passkeys.findOne({ where: { operator_id, credential_id: idOf(response) }, lock });
      const counter = passkey ? await this.ceremonies.counterOf(response, challenge, passkey) : undefined;
      if (!passkey || counter === undefined) return false;
      await passkeys.update({ id: passkey.id }, { counter, used_at: new Date() });
      return true;
    });
  }

  private of(operator_id: string): Promise<OperatorPasskeyEntity[]> {
    const order = { created_at: 'ASC', id: 'ASC' } as const;
    return this.transactions.of(OperatorPasskeyEntity).find({ where: { operator_id }, order });
  }
}

interface Given {
  name: string;
  response: object;
}

function toPasskey({ id, name, created_at, used_at }: OperatorPasskeyEntity): Passkey {
  return { id, name, created: created_at.toISOString(), last_used: used_at?.toISOString() ?? null };
}

/** A caller's id may hold what PostgreSQL refuses. */
function idOf(response: object): string {
  const { id } = response as { id?: unknown };
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : '';
}

function refused(pointer: string, code: string, detail: string): Problem {
  return faulty('validation-failed', [{ pointer, code, detail }]);
}
