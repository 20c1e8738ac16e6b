import type { CardDefinition, NewCardDefinition } from '@ces/contracts/cards/card-definitions';
import type { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUniqueViolation } from '@ces/service/database/violations';
import { asId } from '../as-id.js';
import { designOf } from './design.js';
import { storeTiers } from './store-tiers.js';

interface Row {
  id: string;
  name: string;
  representation: Representation;
  card_presentation: CardPresentation;
  users_per_card: number;
  users_may_remove: boolean;
  display_groups_of: number | null;
  created_at: Date;
  updated_at: Date;
  tiers: { card_tier_id: string; name: string; design: TierDesign }[] | null;
}

const select = `
  SELECT d.*, (
    SELECT json_agg(json_build_object('card_tier_id', id, 'name', name, 'design', design) ORDER BY position)
      FROM card_tier WHERE definition_id = d.id AND NOT retired
  ) AS tiers
  FROM card_definition d`;

@Injectable()
export class DefinitionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  create(request: NewCardDefinition): Promise<CardDefinition> {
    const { representation, card_presentation } = designOf(request);
    const id = newId();
    return this.transactions.run(async (tx) => {
      await tx
        .query(
          `INSERT INTO card_definition
             (id, name, representation, card_presentation, users_per_card, users_may_remove, display_groups_of)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [id, ...columnsOf(request, representation, card_presentation)],
        )
        .catch(refuseTakenName);
      await storeTiers(tx, id, request.tiers ?? [{ name: 'Standard' }]);
      return this.find(tx, id);
    });
  }

  /** Replaces all but the cards: a tier that is not named any more takes no new cards, and those in it keep it. */
  put(ref: string, request: NewCardDefinition): Promise<CardDefinition> {
    const { representation, card_presentation } = designOf(request);
    return this.transactions.run(async (tx) => {
      const { id } = await this.find(tx, ref);
      await tx
        .query(
          `UPDATE card_definition SET name = $2, representation = $3, card_presentation = $4, users_per_card = $5,
                  users_may_remove = $6, display_groups_of = $7, updated_at = now() WHERE id = $1`,
          [id, ...columnsOf(request, representation, card_presentation)],
        )
        .catch(refuseTakenName);
      if (request.tiers) await storeTiers(tx, id, request.tiers);
      return this.find(tx, id);
    });
  }

  get(ref: string): Promise<CardDefinition> {
    return this.find(this.database.manager, ref);
  }

  list(page: Page): Promise<Paged<CardDefinition>> {
    const sql = `${select} WHERE $1::uuid IS NULL OR d.id < $1 ORDER BY d.id DESC LIMIT $2`;
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, bounds), toCardDefinition);
  }

  /** By its id or its name. */
  private async find(manager: EntityManager, ref: string): Promise<CardDefinition> {
    const [row] = ref.includes('\0')
      ? []
      : await manager.query<Row[]>(
          `${select} WHERE d.name = $1 OR d.id = $2 ORDER BY d.id = $2 DESC NULLS LAST LIMIT 1`,
          [ref, asId(ref)],
        );
    if (!row) throw new Problem('card-definition-not-found', 'There is no card definition of this id or name.');
    return toCardDefinition(row);
  }
}

function columnsOf(request: NewCardDefinition, representation: Representation, presentation: CardPresentation) {
  const { name, users_per_card, users_may_remove, display_groups_of } = request;
  return [
    name,
    JSON.stringify(representation),
    JSON.stringify(presentation),
    users_per_card ?? 1,
    users_may_remove ?? true,
    display_groups_of ?? null,
  ];
}

function toCardDefinition({ created_at, updated_at, tiers, ...row }: Row): CardDefinition {
  return {
    ...row,
    tiers: (tiers ?? []).map(({ design, ...tier }) => ({ ...tier, ...design })),
    created: timestamp(created_at),
    updated: timestamp(updated_at),
  };
}

function refuseTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new Problem('card-definition-conflict', 'There is another card definition of this name.');
}
