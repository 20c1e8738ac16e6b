import type { AudienceCard } from '@ces/contracts/cards/audience';
import type { Card } from '@ces/contracts/cards/cards';
import { Injectable } from '@nestjs/common';
import { CardStore } from './card.store.js';
import { toCard } from './to-card.js';

/** Answers the questions of other slices about the cards of users. */
@Injectable()
export class CardsOfUsersService {
  constructor(private readonly store: CardStore) {}

  /** The featured card of a user comes first. */
  async active(userIds: string[]): Promise<Map<string, AudienceCard[]>> {
    const rows = await this.store.findActiveOf(userIds);
    const groups = Map.groupBy(rows, ({ user_id }) => user_id);
    return new Map([...groups].map(([userId, cards]) => [userId, cards.map(toAudienceCard)]));
  }

  /** The cards of a user without the other users who have them. */
  async own(userId: string): Promise<Card[]> {
    const rows = await this.store.findOf(userId);
    return rows.map((row) => {
      const card = toCard(row, 'en_GB');
      return {
        ...card,
        user_id: [userId],
        user_id_featured: { [userId]: card.user_id_featured[userId] ?? false },
        user_id_deletable: { [userId]: card.user_id_deletable[userId] ?? false },
      };
    });
  }

  async erase(userId: string): Promise<void> {
    await this.store.eraseHolder(userId);
  }
}

function toAudienceCard({ card_id, card_definition, card_tier_id, state }: AudienceCard): AudienceCard {
  return { card_id, card_definition, card_tier_id, state };
}
