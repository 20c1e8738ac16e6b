import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Audience } from '@ces/contracts/campaigns/campaign-trigger';
import { knownToCards } from '@ces/contracts/cards/audience';
import type { Fault } from '@ces/contracts/problems';
import { knownSegments } from '@ces/contracts/segments/segment-use';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';

const whereToFind = {
  require_optins: 'names no opt-in that exists; GET /api/1/admin/optins lists them',
  card_tiers: 'names no card tier that exists; GET /api/1/admin/card-definitions lists them as card_tier_id',
};

type Naming = Partial<Pick<NewCampaign, 'audience' | 'trigger'>>;

/** Asks other services which of the ids that a campaign names exist. */
@Injectable()
export class CheckAudienceService {
  constructor(private readonly bus: Bus) {}

  async faultsOf(audience: Audience): Promise<Fault[]> {
    return [...(await this.faultsOfSegments({ audience })), ...(await this.faultsOfNames(audience))];
  }

  async faultsOfSegments(document: Naming): Promise<Fault[]> {
    const named = segmentsNamed(document);
    if (named.length === 0) return [];
    const { segment_ids: known } = await withoutKey(() =>
      this.bus.call(knownSegments, { segment_ids: [...new Set(named.map(({ id }) => id))] }),
    );
    return named
      .filter(({ id }) => !known.includes(id))
      .map(({ pointer }) => ({ pointer, code: 'unknown', detail: 'names no segment that exists' }));
  }

  /** Checks opt-ins and card tiers. */
  async faultsOfNames(audience: NewCampaign['audience']): Promise<Fault[]> {
    const { require_optins = [], card_tiers = [] } = audience ?? {};
    if (require_optins.length + card_tiers.length === 0) return [];
    const known = await withoutKey(() => this.bus.call(knownToCards, { optins: require_optins, card_tiers }));
    const faults = (field: keyof typeof whereToFind, ids: string[], there: string[]): Fault[] =>
      ids.flatMap((id, index) =>
        there.includes(id)
          ? []
          : [{ pointer: `#/audience/${field}/${index}`, code: 'unknown', detail: whereToFind[field] }],
      );
    return [
      ...faults('require_optins', require_optins, known.optins),
      ...faults('card_tiers', card_tiers, known.card_tiers),
    ];
  }
}

function segmentsNamed({ audience, trigger }: Naming) {
  const { include_segments = [], exclude_segments = [] } = audience ?? {};
  const entered =
    trigger?.segment_id === undefined ? [] : [{ id: trigger.segment_id, pointer: '#/trigger/segment_id' }];
  const listed = Object.entries({ include_segments, exclude_segments }).flatMap(([list, ids]) =>
    ids.map((id, index) => ({ id, pointer: `#/audience/${list}/${index}` })),
  );
  return [...listed, ...entered].map(({ id, pointer }) => ({ id: id.toLowerCase(), pointer }));
}
