import type { Card } from '@ces/contracts/cards/cards';
import type { DataOf } from '@ces/contracts/identity/erasure';
import { isUserId } from '@ces/contracts/user-id';
import { Injectable } from '@nestjs/common';
import { CardsOfUsersService } from '../cards/cards-of-users.service.js';
import { ConsentsOfUsersService, type ExportedConsents } from '../optins/consents-of-users.service.js';

interface CardsExport extends ExportedConsents {
  cards?: Card[];
}

@Injectable()
export class ExportService {
  constructor(
    private readonly cards: CardsOfUsersService,
    private readonly consents: ConsentsOfUsersService,
  ) {}

  /** The cards come with the first part, and consents in each part. */
  async of({ user_id, cursor }: DataOf): Promise<CardsExport> {
    if (!isUserId(user_id)) return { cards: [], consents: [], next: null };
    const part = await this.consents.exportAfter(user_id, cursor ?? '0');
    return cursor === undefined ? { cards: await this.cards.own(user_id), ...part } : part;
  }
}
