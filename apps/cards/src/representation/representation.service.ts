import type { CardImage, RepresentationOf } from '@ces/contracts/cards/cards';
import { Problem } from '@ces/contracts/problems';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { barcodePng, barcodeSvg } from './draw-barcode.js';
import { RepresentationStore } from './representation.store.js';

@Injectable()
export class RepresentationService {
  constructor(private readonly store: RepresentationStore) {}

  /** A card of another user counts as unknown. */
  async of({ user_id, card_id, format }: RepresentationOf): Promise<CardImage> {
    const card = isUuid(card_id) ? await this.store.find(user_id, card_id) : undefined;
    if (!card) throw new Problem('card-not-found', 'There is no card of this id here.');
    const { name } = card.representation;
    if (name === 'none') throw new Problem('card-representation-none', 'Such cards have no barcode.');
    if (format === 'svg') return { content: await barcodeSvg(name, card.number) };
    return { content: (await barcodePng(name, card.number)).toString('base64') };
  }
}
