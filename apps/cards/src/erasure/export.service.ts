import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cardsOf } from '../cards/read-cards.js';
import { timestamp } from '../timestamp.js';

interface ConsentRow {
  optin_id: string;
  name: object;
  description: object;
  purpose: string;
  text_version: number;
  opted_in: boolean;
  given_at: Date;
  source: string;
  client_id: string;
  address: string;
  locale: string;
}

/** Everything that is held about a user: the cards, and each answer with the text it was given to. */
@Injectable()
export class ExportService {
  constructor(private readonly database: DataSource) {}

  async of(userId: string): Promise<object> {
    const consents = await this.database.query<ConsentRow[]>(
      `SELECT c.optin_id, t.name, t.description, t.purpose, c.text_version, c.opted_in, c.given_at, c.source,
              c.client_id, c.address, c.locale
         FROM consent c JOIN optin_text t ON t.optin_id = c.optin_id AND t.version = c.text_version
        WHERE c.user_id = $1 ORDER BY c.id`,
      [userId],
    );
    const cards = await cardsOf(this.database.manager, userId, 'en_GB');
    return {
      // Who else has the card is nothing about this user.
      cards: cards.map((card) => ({
        ...card,
        user_id: [userId],
        user_id_featured: { [userId]: card.user_id_featured[userId] },
        user_id_deletable: { [userId]: card.user_id_deletable[userId] },
      })),
      consents: consents.map(({ given_at, ...consent }) => ({ ...consent, given_at: timestamp(given_at) })),
    };
  }
}
