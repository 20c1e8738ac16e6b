import { Transactions } from '@ces/messaging/storage/transactions';
import type { Wanted } from '@ces/service/database/keyset';
import { newestOf } from '@ces/service/database/newest.store';
import { Injectable } from '@nestjs/common';
import { OperatorConnectionEntity } from './operator-connection.entity.js';
import { OperatorEntity } from './operator.entity.js';

/**
 * Operators. A store because changes lock rows, owners in one order, a list reads an index of expressions, and what is new is inserted
 * only if missing.
 */
@Injectable()
export class OperatorStore {
  constructor(private readonly transactions: Transactions) {}

  async find(id: string): Promise<OperatorEntity | undefined> {
    return (await this.transactions.of(OperatorEntity).findOneBy({ id: storableId(id) })) ?? undefined;
  }

  async findByEmail(email: string): Promise<OperatorEntity | undefined> {
    return (await this.transactions.of(OperatorEntity).findOneBy({ email })) ?? undefined;
  }

  newest(wanted: Wanted): Promise<OperatorEntity[]> {
    return newestOf(this.transactions.of(OperatorEntity), 'id', wanted).getMany();
  }

  /** Locks the active owners before the operator, so that of two changes one sees what the other has left. */
  async lock(id: string): Promise<OperatorEntity | undefined> {
    await this.transactions.open.query(
      `SELECT FROM operator WHERE role = 'owner' AND state = 'active' ORDER BY id FOR UPDATE`,
    );
    return this.lockOne(id);
  }

  /** For a change that leaves role and state as they are. */
  async lockOne(id: string): Promise<OperatorEntity | undefined> {
    const operators = this.transactions.open.getRepository(OperatorEntity);
    const lock = { mode: 'pessimistic_write' } as const;
    return (await operators.findOne({ where: { id: storableId(id) }, lock })) ?? undefined;
  }

  /** Undefined for an unknown or expired invitation, and for one of a blocked operator. */
  async lockInvited(invitation: string): Promise<OperatorEntity | undefined> {
    const [found] = await this.transactions.open.query<{ id: string }[]>(
      `SELECT id FROM operator WHERE invitation = $1 AND invitation_expires_at > now() AND state <> 'blocked' FOR UPDATE`,
      [invitation],
    );
    return found && this.find(found.id);
  }

  async isInvited(invitation: string): Promise<boolean> {
    const found = await this.transactions.current.query<unknown[]>(
      `SELECT FROM operator WHERE invitation = $1 AND invitation_expires_at > now() AND state <> 'blocked'`,
      [invitation],
    );
    return found.length > 0;
  }

  async insertIfMissing(operator: OperatorEntity): Promise<boolean> {
    const insert = this.transactions.of(OperatorEntity).createQueryBuilder().insert().values(operator);
    const { raw } = (await insert.orIgnore().returning('id').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  async connectIfMissing(connection: Omit<OperatorConnectionEntity, 'created_at'>): Promise<boolean> {
    const insert = this.transactions.of(OperatorConnectionEntity).createQueryBuilder().insert().values(connection);
    const { raw } = (await insert.orIgnore().returning('subject').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  async noteSignIn(id: string): Promise<void> {
    await this.transactions.of(OperatorEntity).update({ id }, { signed_in_at: new Date() });
  }

  /** Another active owner than this operator. The caller holds the lock of `lock`. */
  hasOtherOwner(id: string): Promise<boolean> {
    return this.transactions.open
      .getRepository(OperatorEntity)
      .createQueryBuilder('operator')
      .where(`role = 'owner' AND state = 'active' AND id <> :id`, { id })
      .getExists();
  }
}

/** A caller's id may hold what PostgreSQL refuses. */
function storableId(id: string): string {
  return /^op_\w{1,64}$/.test(id) ? id : '';
}
