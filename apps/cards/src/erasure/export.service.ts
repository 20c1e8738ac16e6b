import type { Card } from '@ces/contracts/cards/cards';
import type { DataOf } from '@ces/contracts/identity/erasure';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cardsOf } from '../cards/read-cards.js';
import { countThatFits } from '@ces/service/database/keyset';
import { isUserId } from '@ces/contracts/user-id';

interface ConsentRow {
  id: string;
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

interface CardsExport {
  cards?: Card[];
  consents: object[];
  next: string | null;
}

const atOnce = 500;

/** Everything that is held about a user: the cards, and each answer with the text it was given to. */
@Injectable()
export class ExportService {
  constructor(private readonly database: DataSource) {}

  /** The cards with the first part; consents part after part, because each comes with its text. */
  async of({ user_id, cursor }: DataOf): Promise<CardsExport> {
    if (!isUserId(user_id)) return { cards: [], consents: [], next: null };
    const consents = await this.consents(user_id, cursor ?? '0');
    const part = consents.slice(0, Math.min(atOnce, countThatFits(consents)));
    const next = part.length < consents.length ? (part.at(-1)?.id ?? null) : null;
    const content = { consents: part.map(toConsent), next };
    return cursor === undefined ? { cards: await this.cards(user_id), ...content } : content;
  }

  private consents(userId: string, after: string): Promise<ConsentRow[]> {
    return this.database.query(
      `SELECT c.id, c.optin_id, t.name, t.description, t.purpose, c.text_version, c.opted_in, c.given_at, c.source,
              c.client_id, c.address, c.locale
         FROM consent c JOIN optin_text t ON t.optin_id = c.optin_id AND t.version = c.text_version
        WHERE c.user_id = $1 AND c.id > $2 ORDER BY c.id LIMIT ${atOnce + 1}`,
      [userId, after],
    );
  }

  private async cards(userId: string): Promise<Card[]> {
    const cards = await cardsOf(this.database.manager, userId, 'en_GB');
    // Who else has the card is nothing about this user.
    return cards.map((card) => ({
      ...card,
      user_id: [userId],
      user_id_featured: { [userId]: card.user_id_featured[userId] ?? false },
      user_id_deletable: { [userId]: card.user_id_deletable[userId] ?? false },
    }));
  }
}

function toConsent(row: ConsentRow) {
  const { optin_id, name, description, purpose, text_version, opted_in, source, client_id, address, locale } = row;
  const given_at = timestamp(row.given_at);
  return {
    optin_id,
    name,
    description,
    purpose,
    text_version,
    opted_in,
    given_at,
    source,
    client_id,
    address,
    locale,
  };
}
