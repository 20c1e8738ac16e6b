import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DefinitionEntity } from './definition.entity.js';

/** A page ends where a reply over NATS would get too large, even before its limit. */
const pageBytes = 400_000;

export interface NewestDefinition extends Pick<DefinitionEntity, 'name' | 'version' | 'definition'> {
  retired: boolean;
}

export interface ListedDefinition extends DefinitionEntity {
  at: string;
  more: boolean;
}

/** Definitions in sets. SQL because pages are cut by the bytes of their rows, and the epoch is a table of one value. */
@Injectable()
export class DefinitionStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly database: DataSource,
  ) {}

  /** Makes other changes and uses of this definition wait for the commit. */
  async lock(name: string): Promise<void> {
    await this.transactions.open.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  /** From now on, no replica inserts events that were validated by earlier definitions. */
  async raiseEpoch(): Promise<void> {
    await this.transactions.open.query('UPDATE definition_epoch SET epoch = epoch + 1');
  }

  /** The epoch of what is committed; callers share the answer, so it is read outside of their transactions. */
  async readEpoch(): Promise<string> {
    const [state] = await this.database.query<{ epoch: string }[]>('SELECT epoch FROM definition_epoch');
    return state?.epoch ?? '0';
  }

  /** Reads outside of transactions, too, because callers share the answer. */
  readNewest(): Promise<NewestDefinition[]> {
    return this.database.query(
      `SELECT DISTINCT ON (name) name, version, definition, r.name IS NOT NULL AS retired
         FROM event_definition LEFT JOIN retired_definition r USING (name) ORDER BY name, version DESC`,
    );
  }

  findVersions(name: string, below: number, limit: number): Promise<DefinitionEntity[]> {
    return this.transactions.current.query(
      `SELECT * FROM (SELECT *, sum(octet_length(definition)) OVER (ORDER BY version DESC) AS bytes
                        FROM event_definition WHERE name = $1 AND version < $2 ORDER BY version DESC LIMIT $3) page
        WHERE bytes - octet_length(definition) < ${pageBytes} ORDER BY version DESC`,
      [name, below, limit],
    );
  }

  findNewest([createdBefore, nameBefore]: [string | null, string], limit: number, q = ''): Promise<ListedDefinition[]> {
    return this.transactions.current.query(
      `WITH newest AS (SELECT DISTINCT ON (name) * FROM event_definition
                      WHERE strpos(lower(name), lower($4)) > 0 ORDER BY name, version DESC),
            page AS (SELECT *, sum(octet_length(definition)) OVER w AS bytes, lead(name) OVER w IS NOT NULL AS more FROM newest
                      WHERE $1::timestamptz IS NULL OR (created_at, name) < ($1::timestamptz, $2)
                     WINDOW w AS (ORDER BY created_at DESC, name DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
       SELECT name, version, definition, created_at, more,
              to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM page WHERE bytes - octet_length(definition) < ${pageBytes} ORDER BY created_at DESC, name DESC LIMIT $3`,
      [createdBefore, nameBefore, limit, q],
    );
  }
}
