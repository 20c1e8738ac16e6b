import type { Deleted } from '@ces/contracts/identity/clients';
import type {
  ChangeOperator,
  InvitedOperator,
  NewOperator,
  Operator,
  OperatorState,
} from '@ces/contracts/identity/operators/operators';
import type { OperatorRole } from '@ces/contracts/identity/operators/roles';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageByCreation } from '@ces/service/database/keyset';
import { isUniqueViolation } from '@ces/service/database/violations';
import { randomText } from '@ces/service/random-text';
import { Injectable } from '@nestjs/common';
import { faultOfUsername, normalisedUsername } from '../credentials/username.js';
import { OperatorPasskeyEntity } from './factors/operator-passkey.entity.js';
import { InvitationsService } from './invitations.service.js';
import { OperatorAccess } from './operator-access.js';
import { OperatorConnectionEntity } from './operator-connection.entity.js';
import { OperatorEntity } from './operator.entity.js';
import { OperatorStore } from './operator.store.js';
import { operatorNotFound, toOperator } from './to-operator.js';

/** The people who operate the service, and their roles. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly invitations: InvitationsService,
    private readonly access: OperatorAccess,
  ) {}

  async create(request: NewOperator): Promise<InvitedOperator> {
    const { secret, ...invitation } = this.invitations.make();
    const operator = { ...newOperator(request), ...invitation };
    await this.transactions
      .run(() => this.transactions.of(OperatorEntity).insert(operator))
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new Problem('operator-exists', 'Another operator has this e-mail address.');
      });
    return this.invitations.shown(operator, secret);
  }

  /** Makes an operator with a password, who can sign in at once, unless there is one with this address. */
  async createIfMissing(request: NewOperator, password_hash: string): Promise<'created' | 'found'> {
    const operator: OperatorEntity = { ...newOperator(request), password_hash, state: 'active' };
    return (await this.store.insertIfMissing(operator)) ? 'created' : 'found';
  }

  /** Makes the operator of this address an owner, who may sign in again if blocked, or a new one. */
  inviteOwner({ email, name }: Pick<NewOperator, 'email' | 'name'>): Promise<InvitedOperator> {
    return this.transactions.run(async () => {
      const { email: address } = newOperator({ email, name, role: 'owner' });
      const known = await this.store.findByEmail(address);
      if (!known) return this.create({ email, name, role: 'owner' });
      await this.change({ id: known.id, role: 'owner', state: 'active' });
      return this.invite(known.id);
    });
  }

  list(search: SearchPage): Promise<Paged<Operator>> {
    return pageByCreation(
      search,
      (wanted) => this.store.newest(wanted),
      toOperator,
      ({ id }) => id,
    );
  }

  async get(id: string): Promise<Operator> {
    const operator = await this.store.find(id);
    if (!operator) throw operatorNotFound();
    return toOperator(operator);
  }

  change({ id, name, role, state }: ChangeOperator): Promise<Operator> {
    return this.transactions.run(async () => {
      const operator = await this.lock(id);
      await demandUnchanged(() => Promise.resolve(toOperator(operator)));
      const before = { role: operator.role, state: operator.state };
      operator.name = name ?? operator.name;
      operator.role = role ?? operator.role;
      operator.state = stateAfter(operator, state);
      if (!isActiveOwner(operator)) await this.demandOtherOwner(id, before);
      await this.transactions.of(OperatorEntity).save(operator);
      if (operator.state === 'blocked' && before.state !== 'blocked') await this.access.end(operator);
      else if (operator.role !== before.role) await this.access.renewTokens(operator);
      return toOperator(operator);
    });
  }

  delete(id: string): Promise<Deleted> {
    return this.transactions.run(async () => {
      const operator = await this.lock(id);
      await this.demandOtherOwner(id, operator);
      await this.access.end(operator);
      await this.transactions.of(OperatorEntity).delete({ id });
      return { deleted: true };
    });
  }

  /** Voids the earlier invitation. At a provider, the person may have another account than before. */
  invite(id: string): Promise<InvitedOperator> {
    return this.transactions.run(async () => {
      const operator = await this.lock(id);
      if (operator.state === 'blocked') {
        const detail = 'a blocked operator cannot be invited: set the state to active first';
        throw faulty('validation-failed', [{ pointer: '#/state', code: 'operator-blocked', detail }]);
      }
      const { secret, ...invitation } = this.invitations.make();
      await this.transactions.of(OperatorEntity).update({ id }, invitation);
      await this.transactions.of(OperatorConnectionEntity).delete({ operator_id: id });
      return this.invitations.shown({ ...operator, ...invitation }, secret);
    });
  }

  /** The operator signs in with the first factor alone, and sets up new ones. */
  resetFactors(id: string): Promise<Operator> {
    return this.transactions.run(async () => {
      const operator = await this.lock(id);
      const none = { totp_secret: null, totp_pending: null, recovery_codes: [] };
      await this.transactions.of(OperatorEntity).update({ id }, none);
      await this.transactions.of(OperatorPasskeyEntity).delete({ operator_id: id });
      await this.access.end(operator);
      return toOperator(operator);
    });
  }

  private async lock(id: string): Promise<OperatorEntity> {
    const operator = await this.store.lock(id);
    if (!operator) throw operatorNotFound();
    return operator;
  }

  private async demandOtherOwner(id: string, before: Standing): Promise<void> {
    if (!isActiveOwner(before) || (await this.store.hasOtherOwner(id))) return;
    throw new Problem('last-owner', 'This is the last active owner. Make another operator an owner first.');
  }
}

interface Standing {
  role: OperatorRole;
  state: OperatorState;
}

function isActiveOwner({ role, state }: Standing): boolean {
  return role === 'owner' && state === 'active';
}

/** A person who has never chosen a password stays invited. */
function stateAfter(operator: OperatorEntity, wanted: 'active' | 'blocked' | undefined): OperatorState {
  if (wanted !== 'active') return wanted ?? operator.state;
  return operator.state === 'invited' || (operator.password_hash === null && operator.signed_in_at === null)
    ? 'invited'
    : 'active';
}

function newOperator({ name, email, role }: NewOperator): OperatorEntity {
  const normalised = normalisedUsername(email) ?? '';
  const fault = faultOfUsername(normalised);
  if (fault) throw faulty('validation-failed', [{ pointer: '#/email', ...fault }]);
  return {
    ...{ id: `op_${randomText(16)}`, email: normalised, name, role },
    ...{ state: 'invited', password_hash: null, version: 1, invitation: null, invitation_expires_at: null },
    ...{ totp_secret: null, totp_pending: null, totp_step: 0, recovery_codes: [] },
    ...{ signed_in_at: null, created_at: new Date() },
  };
}
