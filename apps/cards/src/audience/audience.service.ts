import type { Audience, AudienceNames } from '@ces/contracts/cards/audience';
import type { CardsAudience, CardsAudienceAfter, CountCardsAudience } from '@ces/contracts/cards/audience-size';
import { Problem } from '@ces/contracts/problems';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { CardsOfUsersService } from '../cards/cards-of-users.service.js';
import { TiersService } from '../definitions/tiers.service.js';
import { ConsentsOfUsersService } from '../optins/consents-of-users.service.js';
import { OptinsService } from '../optins/optins.service.js';
import { AudienceStore } from './audience.store.js';

/** A reply must stay well under 1 MiB. */
const maxBytes = 900 * 1_024;

@Injectable()
export class AudienceService {
  constructor(
    private readonly cards: CardsOfUsersService,
    private readonly consents: ConsentsOfUsersService,
    private readonly optins: OptinsService,
    private readonly tiers: TiersService,
    private readonly store: AudienceStore,
    private readonly reads: LongReadStore,
  ) {}

  /** Two statements serve all users. */
  async of(userIds: string[]): Promise<Audience[]> {
    const [cards, optins] = await Promise.all([this.cards.active(userIds), this.consents.given(userIds)]);
    const audience = userIds.map((user_id) => ({
      user_id,
      cards: cards.get(user_id) ?? [],
      optins: optins.get(user_id) ?? [],
    }));
    if (Buffer.byteLength(JSON.stringify(audience)) <= maxBytes) return audience;
    throw new Problem('body-too-large', 'The answer does not fit into one message: ask for fewer users at once.');
  }

  async known({ optins, card_tiers }: AudienceNames): Promise<AudienceNames> {
    return { optins: await this.optins.existing(optins), card_tiers: await this.tiers.existing(card_tiers) };
  }

  async count({ among, ...audience }: CountCardsAudience): Promise<{ users: number }> {
    const known = rulesOf(audience);
    return { users: known ? await this.reads.run(() => this.store.count(known, among ?? null)) : 0 };
  }

  async after({ after, limit, ...audience }: CardsAudienceAfter): Promise<{ user_ids: string[] }> {
    const known = rulesOf(audience);
    return { user_ids: known ? await this.reads.run(() => this.store.findAfter(known, after, limit)) : [] };
  }
}

/** Undefined for rules that nobody fulfils. */
function rulesOf({ optins, card_tiers }: CardsAudience): CardsAudience | undefined {
  const tiers = card_tiers.filter(isUuid);
  const fulfillable = optins.every(isUuid) && (card_tiers.length === 0 ? optins.length > 0 : tiers.length > 0);
  return fulfillable ? { optins, card_tiers: tiers } : undefined;
}
