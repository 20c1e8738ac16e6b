import type { Representation } from '@ces/contracts/cards/card-design';
import type { CardImage, RepresentationOf } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { barcodePng, barcodeSvg } from './barcode.js';

@Injectable()
export class RepresentationService {
  constructor(private readonly database: DataSource) {}

  /** Of the user's own card; of anybody else's it is as if there were none. */
  async of({ user_id, card_id, format }: RepresentationOf): Promise<CardImage> {
    const [card] = isUuid(card_id)
      ? await this.database.query<{ number: string; representation: Representation }[]>(
          `SELECT coalesce(c.identifier_actual, c.identifier) AS number, d.representation
             FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
             JOIN card_definition d ON d.id = t.definition_id
            WHERE h.user_id = $1 AND h.card_id = $2`,
          [user_id, card_id],
        )
      : [];
    if (!card) throw new Problem('card-not-found', 'There is no card of this id here.');
    const { name } = card.representation;
    if (name === 'none') throw new Problem('card-representation-none', 'Such cards have no barcode.');
    if (format === 'svg') return { content: barcodeSvg(name, card.number) };
    return { content: (await barcodePng(name, card.number)).toString('base64') };
  }
}
