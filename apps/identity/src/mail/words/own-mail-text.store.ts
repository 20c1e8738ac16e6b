import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { OwnMailTextEntity } from './own-mail-text.entity.js';

/** Mails with words of an operator. A store because two first changes at once must make one row. */
@Injectable()
export class OwnMailTextStore {
  constructor(private readonly transactions: Transactions) {}

  async insertIfMissing(row: OwnMailTextEntity): Promise<boolean> {
    const insert = this.transactions.of(OwnMailTextEntity).createQueryBuilder().insert().values(row);
    const { raw } = (await insert.orIgnore().returning('kind').execute()) as { raw: unknown[] };
    return raw.length > 0;
  }
}
