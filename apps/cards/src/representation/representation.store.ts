import type { Representation } from '@ces/contracts/cards/card-design';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

export interface RepresentedCard {
  number: string;
  representation: Representation;
}

/** SQL because one statement joins a card with its holder and its definition. */
@Injectable()
export class RepresentationStore {
  constructor(private readonly transactions: Transactions) {}

  async find(userId: string, cardId: string): Promise<RepresentedCard | undefined> {
    const [card] = await this.transactions.current.query<RepresentedCard[]>(
      `SELECT coalesce(c.identifier_actual, c.identifier) AS number, d.representation
             FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
             JOIN card_definition d ON d.id = t.definition_id
            WHERE h.user_id = $1 AND h.card_id = $2`,
      [userId, cardId],
    );
    return card;
  }
}
