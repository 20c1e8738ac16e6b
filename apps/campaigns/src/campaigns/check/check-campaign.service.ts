import type { Effect, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Trigger } from '@ces/contracts/campaigns/campaign-trigger';
import { getDefinition, type StoredDefinition } from '@ces/contracts/events/events';
import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { CouponsService } from '../../coupons/coupons.service.js';
import { planFor, variablesOf } from '../../runs/plan.js';
import { StacksService } from '../../stacks/stacks.service.js';
import { SurveysService } from '../../surveys/surveys.service.js';
import type { CheckedCampaign } from '../stored-campaign.js';
import { CheckAudienceService } from './check-audience.service.js';
import { faultsOfDocument, faultsOfTrigger } from './check-document.js';
import { withLowerIds } from './lower-ids.js';
import { faultsOfUse, propertiesUsed } from './properties-used.js';
import { resolveEffect, type Existing } from './resolve-effects.js';

/** `checked` can be stored when there are no faults, and run when its event is not retired either. */
interface Inspected {
  faults: Fault[];
  retired: Fault[];
  checked: CheckedCampaign;
}

interface ReadTrigger extends Pick<Inspected, 'faults' | 'retired'> {
  definition?: StoredDefinition;
}

@Injectable()
export class CheckCampaignService {
  constructor(
    private readonly bus: Bus,
    private readonly audiences: CheckAudienceService,
    private readonly coupons: CouponsService,
    private readonly stacks: StacksService,
    private readonly surveys: SurveysService,
  ) {}

  /** One refusal names every fault: of the trigger, of the expressions, and of ids that do not exist. */
  async check(sent: NewCampaign): Promise<CheckedCampaign> {
    const { faults, checked } = await this.inspect(sent);
    if (faults.length > 0) throw faulty('campaign-refused', faults);
    return checked;
  }

  /** No event would reach a campaign whose event is retired. A draft of it can still be changed, copied and tried out. */
  async checkForStart(sent: NewCampaign): Promise<CheckedCampaign> {
    const { faults, retired, checked } = await this.inspect(sent);
    if (faults.length + retired.length > 0) throw faulty('campaign-refused', [...retired, ...faults]);
    return checked;
  }

  /** The faults for which `:start` would refuse a draft of the campaign. */
  async faultsOf(sent: NewCampaign): Promise<Fault[]> {
    const { faults, retired, checked } = await this.inspect(sent);
    // Where an effect has a fault, its coupon may not exist.
    const isFaulty = (index: number): boolean =>
      faults.some(({ pointer }) => pointer.startsWith(`#/effects/${index}/`));
    const effects = checked.document.effects.map((effect, index) => (isFaulty(index) ? {} : effect));
    return [...retired, ...faults, ...(await this.faultsOfCodes(effects))];
  }

  async demandCodes({ effects }: NewCampaign): Promise<void> {
    const faults = await this.faultsOfCodes(effects);
    if (faults.length > 0) throw faulty('campaign-refused', faults);
  }

  /** A campaign whose coupon has no codes would run and give nothing. */
  private async faultsOfCodes(effects: Partial<Effect>[]): Promise<Fault[]> {
    const empty = await this.coupons.withoutCodes(effects.flatMap(({ coupon_id }) => coupon_id ?? []));
    return effects.flatMap(({ coupon_id = '' }, index) => {
      const detail = `has no codes left: add some with POST /api/1/admin/coupons/${coupon_id}/codes`;
      return empty.has(coupon_id) ? [{ pointer: `#/effects/${index}/coupon_id`, code: 'no-codes', detail }] : [];
    });
  }

  private async inspect(sent: NewCampaign): Promise<Inspected> {
    const unknownSegments = await this.audiences.faultsOfSegments(sent);
    const given = withLowerIds(sent);
    const { definition, faults: triggerFaults, retired } = await this.readTrigger(given.trigger);
    const schema = definition?.definition ?? null;
    const unknownNames = await this.audiences.faultsOfNames(given.audience);
    const existing = await this.existing(given.effects);
    const references = given.effects.map((effect, index) => resolveEffect(effect, `#/effects/${index}`, existing));
    const document = { ...given, effects: references.map(({ effect }) => effect) };
    const checked = { document, event_version: definition?.version ?? null, schema };
    const faults = [
      ...triggerFaults,
      ...faultsOfDocument(given, variablesOf(given, schema)),
      ...unknownSegments,
      ...unknownNames,
      ...references.flatMap(({ fault }) => (fault ? [fault] : [])),
    ];
    return { faults: faults.length > 0 ? faults : faultsOfPlan(checked), retired, checked };
  }

  /** Without a definition, the expressions are checked against an event of any shape. */
  private async readTrigger(trigger: Trigger): Promise<ReadTrigger> {
    const { event_name } = trigger;
    const faults = faultsOfTrigger(trigger);
    if (faults.length > 0 || event_name === undefined) return { faults, retired: [] };
    try {
      const definition = await withoutKey(() => this.bus.call(getDefinition, { event_name }));
      const detail = 'is retired: no such event is accepted any more';
      const retired = definition.retired_at ? [{ pointer: '#/trigger/event_name', code: 'retired', detail }] : [];
      return { definition, faults: [], retired };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'event-not-defined') throw error;
      return { faults: [{ pointer: '#/trigger/event_name', code: 'unknown', detail: error.detail }], retired: [] };
    }
  }

  private async existing(effects: Effect[]): Promise<Existing> {
    return {
      coupons: await this.coupons.known(effects.flatMap(({ coupon_id }) => coupon_id ?? [])),
      surveys: await this.surveys.known(effects.flatMap(({ survey_id }) => survey_id ?? [])),
      stacks: await this.stacks.blocksOf(effects.flatMap(({ stack_id }) => stack_id ?? [])),
    };
  }
}

/** Versions never change, so a version that cannot be judged must not be stored. */
function faultsOfPlan({ document, schema }: CheckedCampaign): Fault[] {
  const unregistrable = faultsOfUse(propertiesUsed(document, schema));
  if (unregistrable.length > 0) return unregistrable;
  const { fault } = planFor(document, schema);
  return fault === undefined ? [] : [{ pointer: '#', code: 'plan', detail: fault }];
}
