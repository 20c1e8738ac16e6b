import type { SimulateCampaign, SimulatedStep, Simulation } from '@ces/contracts/campaigns/campaign-outcomes';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from '../campaigns/stored-campaign.js';
import { StoredCampaignsService } from '../campaigns/stored-campaigns.service.js';
import { SimulateOccurrenceService, stepOf, type SimulatedGrant } from '../judging/simulate-occurrence.service.js';
import { countedBy } from '../runs/counted-limits.js';
import type { Occurrence } from '../runs/occurrence.js';
import { lifecycleName, planFor, triggerName } from '../runs/plan.js';
import type { Run } from '../runs/run.js';
import { DemandEventService } from './demand-event.service.js';

/** Shows what a campaign would grant for an event that is accepted now. It writes nothing. */
@Injectable()
export class SimulationsService {
  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly events: DemandEventService,
    private readonly judging: SimulateOccurrenceService,
  ) {}

  async simulate(request: SimulateCampaign): Promise<Simulation> {
    const campaign = await this.campaigns.get(request.id);
    await this.events.demand(campaign, request);
    const occurrence = occurrenceOf(campaign, request);
    const { steps, due } = await this.judging.simulate(occurrence, runOf(campaign));
    return toSimulation(campaign, { steps: [...stepsBefore(campaign, occurrence), ...steps], due });
  }
}

function occurrenceOf({ document }: StoredCampaign, { user_id, event_name, data }: SimulateCampaign): Occurrence {
  const isLifecycle = document.trigger.lifecycle === event_name;
  const parsed = JSON.parse(data) as object;
  return {
    id: newId(),
    userId: user_id,
    at: Date.now(),
    trigger: isLifecycle ? lifecycleName(event_name) : `event ${event_name}`,
    data: isLifecycle ? { ...parsed, user_id } : parsed,
  };
}

/** The checks that real judging makes before it assesses a campaign. */
function stepsBefore({ state, document }: StoredCampaign, { trigger, data }: Occurrence): SimulatedStep[] {
  const { segment_id } = document.trigger;
  const sameSegment = segment_id === undefined || (data as { segment_id?: unknown }).segment_id === segment_id;
  const isMeant = trigger === triggerName(document) && sameSegment;
  return [
    stepOf('state', state === 'running' ? null : `the campaign is ${state}`),
    stepOf('trigger', isMeant ? null : 'the campaign has another trigger'),
  ];
}

function runOf({ id, name, version, document, schema, counted }: StoredCampaign): Run {
  const never = { from: 0, until: 0, segmentId: undefined };
  const plan = planFor(document, schema);
  return { campaignId: id, name, version, ...never, plan, counted: countedBy(document, counted) };
}

function toSimulation({ id, name, version }: StoredCampaign, { steps, due }: SimulatedGrant): Simulation {
  const refusal = steps.find(({ passed }) => !passed);
  return {
    campaign_id: id,
    name,
    version,
    matched: !refusal,
    reason: refusal?.step ?? null,
    detail: refusal?.detail ?? null,
    steps,
    effects: refusal ? [] : due,
  };
}
