import type {
  SimulateCampaign,
  SimulatedEffect,
  SimulatedStep,
  Simulation,
} from '@ces/contracts/campaigns/campaign-outcomes';
import { validateEvents } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import { knownUsers } from '@ces/contracts/identity/users';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findCampaign, type StoredCampaign } from '../campaigns/stored-campaigns.service.js';
import { Assessment } from '../judging/match/assess.js';
import { AudienceService } from '../judging/match/audience.service.js';
import { countedBy } from '../runs/counted.js';
import { demandFactData } from './fact-data.js';
import type { Run } from '../runs/run.store.js';
import type { Occurrence } from '../runs/occurrence.js';
import { lifecycleName, planFor, triggerName, type Plan } from '../runs/plan.js';
import { emptyProfile } from '../judging/match/profile.js';
import { countFreeCodes } from '../coupons/coupon-code.store.js';
import { readCounts } from '../judging/count/counts.service.js';
import { budgetRefusal, capRefusal, codesNeeded, codesRefusal, type Claim } from '../judging/count/decide.js';

/** What would come of an event if it were accepted now: judged by the very functions of a real run, and nothing is written. */
@Injectable()
export class SimulateService {
  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly audience: AudienceService,
  ) {}

  async simulate(request: SimulateCampaign): Promise<Simulation> {
    const { user_id: userId } = request;
    const campaign = await findCampaign(this.database.manager, request.id);
    await withoutKey(() => this.demandSound(campaign, request));
    const plan = planFor(campaign.document, campaign.schema);
    const occurrence = occurrenceOf(campaign, request);
    const profiles = await this.audience.of([{ userId, plan }]);
    const assessment = new Assessment(plan, occurrence);
    assessment.know(profiles.get(userId) ?? emptyProfile(userId));
    const steps = [
      ...stepsBefore(campaign, occurrence),
      ...assessment.steps.map(({ step, judge }) => stepOf(step, judge())),
    ];
    const claim = { occurrence, run: runOf(campaign, plan), due: assessment.due };
    steps.push(...(await this.count(claim)));
    return toSimulation(campaign, steps, claim);
  }

  /** What row 2 would refuse is refused here, in the same words. */
  private async demandSound({ document }: StoredCampaign, request: SimulateCampaign): Promise<void> {
    const { user_id, event_name, data, client_id } = request;
    const known = await this.bus.call(knownUsers, { user_ids: [user_id] });
    if (known.length === 0) throw new Problem('user-not-found', 'There is no such user.');
    const { lifecycle } = document.trigger;
    if (lifecycle !== undefined && lifecycle === event_name) {
      demandFactData(lifecycle, data);
      return;
    }
    const submission = { client_id, user_id, event_name, data };
    const [verdict] = await this.bus.call(validateEvents, { submissions: [submission] });
    if (verdict && 'problem' in verdict) throw Problem.from(verdict.problem);
  }

  private count(claim: Claim): Promise<SimulatedStep[]> {
    return this.database.transaction('REPEATABLE READ', async (tx: EntityManager) => {
      await tx.query('SET TRANSACTION READ ONLY');
      const codes = await countFreeCodes(tx, codesNeeded(claim.due));
      const counts = (await readCounts(tx, [claim])).copyWith(codes);
      return [
        stepOf('caps', capRefusal(claim, counts)?.detail ?? null),
        stepOf('budget', budgetRefusal(claim, counts)?.detail ?? null),
        stepOf('coupons', codesRefusal(claim, counts)?.detail ?? null),
      ];
    });
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

function stepsBefore({ state, document }: StoredCampaign, { trigger, data }: Occurrence): SimulatedStep[] {
  const { segment_id } = document.trigger;
  const sameSegment = segment_id === undefined || (data as { segment_id?: unknown }).segment_id === segment_id;
  const isMeant = trigger === triggerName(document) && sameSegment;
  return [
    stepOf('state', state === 'running' ? null : `the campaign is ${state}`),
    stepOf('trigger', isMeant ? null : 'something else sets the campaign off'),
  ];
}

function runOf({ id, name, version, document, counted }: StoredCampaign, plan: Plan): Run {
  const never = { from: 0, until: 0, segmentId: undefined };
  return { campaignId: id, name, version, ...never, plan, counted: countedBy(document, counted) };
}

function stepOf(step: SimulatedStep['step'], detail: string | null): SimulatedStep {
  return { step, passed: detail === null, detail };
}

function toSimulation({ id, name, version }: StoredCampaign, steps: SimulatedStep[], { due }: Claim): Simulation {
  const refusal = steps.find(({ passed }) => !passed);
  return {
    campaign_id: id,
    name,
    version,
    matched: !refusal,
    reason: refusal?.step ?? null,
    detail: refusal?.detail ?? null,
    steps,
    effects: refusal ? [] : (due satisfies SimulatedEffect[]),
  };
}
