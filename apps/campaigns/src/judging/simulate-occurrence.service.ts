import type { SimulatedStep } from '@ces/contracts/campaigns/campaign-outcomes';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { CodesService } from '../coupons/codes.service.js';
import type { Occurrence } from '../runs/occurrence.js';
import type { Run } from '../runs/run.js';
import { CountsService } from './count/counts.service.js';
import { budgetRefusal, capRefusal, codesRefusal } from './count/decide.js';
import { codesNeeded, type DueEffect, type DueGrant } from './due-grant.js';
import { Assessment } from './match/assess.js';
import { AudienceService } from './match/audience.service.js';
import { emptyProfile } from './match/profile.js';

export interface SimulatedGrant {
  steps: SimulatedStep[];
  due: DueEffect[];
}

/** Shares its functions with real judging, and writes nothing. */
@Injectable()
export class SimulateOccurrenceService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audience: AudienceService,
    private readonly counts: CountsService,
    private readonly codes: CodesService,
  ) {}

  async simulate(occurrence: Occurrence, run: Run): Promise<SimulatedGrant> {
    const { userId } = occurrence;
    const profiles = await this.audience.of([{ userId, plan: run.plan }]);
    const assessment = new Assessment(run.plan, occurrence);
    assessment.know(profiles.get(userId) ?? emptyProfile(userId));
    const steps = Assessment.steps.map(({ step, judge }) => stepOf(step, judge(assessment)));
    const { due } = assessment;
    return { steps: [...steps, ...(await this.count({ occurrence, run, due }))], due };
  }

  private count(grant: DueGrant): Promise<SimulatedStep[]> {
    return this.transactions.apart(async () => {
      await this.counts.readOneMoment();
      const codes = await this.codes.countFree(codesNeeded(grant.due));
      const counts = (await this.counts.read([grant])).copyWith(codes);
      return [
        stepOf('caps', capRefusal(grant, counts)?.detail ?? null),
        stepOf('budget', budgetRefusal(grant, counts)?.detail ?? null),
        stepOf('coupons', codesRefusal(grant, counts)?.detail ?? null),
      ];
    });
  }
}

export function stepOf(step: SimulatedStep['step'], detail: string | null): SimulatedStep {
  return { step, passed: detail === null, detail };
}
