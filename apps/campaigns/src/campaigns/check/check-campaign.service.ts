import type { Effect, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import {
  maxUsedBytes,
  maxUsedProperties,
  type DefinitionUse,
  type UsedProperty,
} from '@ces/contracts/events/definition-use';
import { knownToCards } from '@ces/contracts/cards/audience';
import { getDefinition } from '@ces/contracts/events/events';
import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { planFor, variablesOf } from '../../runs/plan.js';
import { withPlainIds } from './lower-ids.js';
import { expressionsOf, faultsOfDocument, faultsOfTrigger } from './check-document.js';

/** A campaign that can be stored: references resolved, expressions found sound against the event's newest definition. */
export interface CheckedCampaign {
  document: NewCampaign;
  event_version: number | null;
  schema: object | null;
}

@Injectable()
export class CheckCampaignService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
  ) {}

  async check(sent: NewCampaign): Promise<CheckedCampaign> {
    const given = withPlainIds(sent);
    const { event_name } = given.trigger;
    const triggerFaults = faultsOfTrigger(given.trigger);
    if (triggerFaults.length > 0) throw faulty('campaign-refused', triggerFaults);
    const definition = event_name === undefined ? undefined : await this.definitionOf(event_name);
    const schema = definition?.definition ?? null;
    const unknownNames = await this.faultsOfNames(given.audience);
    const references = await Promise.all(
      given.effects.map((effect, index) => this.resolve(effect, `#/effects/${index}`)),
    );
    const document = { ...given, effects: references.map(({ effect }) => effect) };
    const faults = [
      ...faultsOfDocument(given, variablesOf(given, schema)),
      ...unknownNames,
      ...references.flatMap(({ fault }) => (fault ? [fault] : [])),
    ];
    if (faults.length > 0) throw faulty('campaign-refused', faults);
    demandRegistrable(propertiesUsed(document, schema));
    // Versions never change: what is stored must be what those who judge can read.
    const { fault } = planFor(document, schema);
    if (fault !== undefined) throw faulty('campaign-refused', [{ pointer: '#', code: 'plan', detail: fault }]);
    return { document, event_version: definition?.version ?? null, schema };
  }

  private async definitionOf(event_name: string) {
    try {
      return await withoutKey(() => this.bus.call(getDefinition, { event_name }));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'event-not-defined') throw error;
      throw faulty('campaign-refused', [
        { pointer: '#/trigger/event_name', code: 'unknown', detail: 'is no event that is defined' },
      ]);
    }
  }

  /** Segments are looked for when their use is registered. */
  private async faultsOfNames(audience: NewCampaign['audience']): Promise<Fault[]> {
    const { require_optins = [], card_tiers = [] } = audience ?? {};
    if (require_optins.length + card_tiers.length === 0) return [];
    const known = await withoutKey(() => this.bus.call(knownToCards, { optins: require_optins, card_tiers }));
    const faults = (field: string, ids: string[], there: string[]): Fault[] =>
      ids.flatMap((id, index) =>
        there.includes(id)
          ? []
          : [{ pointer: `#/audience/${field}/${index}`, code: 'unknown', detail: 'names nothing that exists' }],
      );
    return [
      ...faults('require_optins', require_optins, known.optins),
      ...faults('card_tiers', card_tiers, known.card_tiers),
    ];
  }

  /** What an effect speaks of must be there; a transaction without a block is of the stack's first. */
  private async resolve(effect: Effect, pointer: string): Promise<{ effect: Effect; fault?: Fault }> {
    const unknown = (field: string, what: string) => ({
      effect,
      fault: { pointer: `${pointer}/${field}`, code: 'unknown', detail: `names no ${what} that exists` },
    });
    const { type, coupon_id, stack_id, block_id, survey_id } = effect;
    if (type === 'claim_coupon' && coupon_id !== undefined) {
      const found = { ...effect, coupon_id: coupon_id.toLowerCase() };
      return (await this.exists('coupon', coupon_id)) ? { effect: found } : unknown('coupon_id', 'coupon');
    }
    if (type === 'ask_survey' && survey_id !== undefined) {
      const found = { ...effect, survey_id: survey_id.toLowerCase() };
      return (await this.exists('survey', survey_id)) ? { effect: found } : unknown('survey_id', 'survey');
    }
    if (type !== 'transaction' || stack_id === undefined) return { effect };
    if (!isUuid(stack_id)) return unknown('stack_id', 'stack');
    const blocks = await this.database.query<{ id: string }[]>(
      'SELECT id FROM stack_block WHERE stack_id = $1 ORDER BY position',
      [stack_id],
    );
    const [first] = blocks;
    if (!first) return unknown('stack_id', 'stack');
    const block = block_id === undefined ? first : blocks.find(({ id }) => id === block_id.toLowerCase());
    return block
      ? { effect: { ...effect, stack_id: stack_id.toLowerCase(), block_id: block.id } }
      : unknown('block_id', 'block of the stack');
  }

  private async exists(table: 'coupon' | 'survey', id: string): Promise<boolean> {
    const rows = isUuid(id) ? await this.database.query<unknown[]>(`SELECT FROM ${table} WHERE id = $1`, [id]) : [];
    return rows.length > 0;
  }
}

/** What it reads of its event, if a client's event sets it off. */
export function definitionUse(
  campaign_id: string,
  { document, event_version, schema }: CheckedCampaign,
): DefinitionUse | undefined {
  const { event_name } = document.trigger;
  if (event_name === undefined || event_version === null) return undefined;
  const properties = propertiesUsed(document, schema);
  return { campaign_id, name: document.name, event_name, version: event_version, properties };
}

function propertiesUsed(document: NewCampaign, schema: object | null): UsedProperty[] {
  const used = expressionsOf(document, variablesOf(document, schema)).flatMap(({ uses }) => uses);
  const properties = new Map(used.map(({ path, type }) => [path.join('\0'), { path: [...path], type: type.kind }]));
  return [...properties.values()];
}

function demandRegistrable(properties: UsedProperty[]): void {
  if (properties.length <= maxUsedProperties && Buffer.byteLength(JSON.stringify(properties)) <= maxUsedBytes) return;
  throw faulty('campaign-refused', [
    { pointer: '#', code: 'too-large', detail: `reads more than ${maxUsedProperties} properties, or too long ones` },
  ]);
}

export function segmentsUsed({ audience, trigger }: NewCampaign): string[] {
  const { include_segments = [], exclude_segments = [] } = audience ?? {};
  const entered = trigger.segment_id === undefined ? [] : [trigger.segment_id];
  return [...new Set([...include_segments, ...exclude_segments, ...entered])];
}
