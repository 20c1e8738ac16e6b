import type { SimulateCampaign } from '@ces/contracts/campaigns/campaign-outcomes';
import { validateEvents } from '@ces/contracts/events/events';
import { knownUsers } from '@ces/contracts/identity/users';
import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import type { StoredCampaign } from '../campaigns/stored-campaign.js';
import { demandFactData } from './demand-fact-data.js';

@Injectable()
export class DemandEventService {
  constructor(private readonly bus: Bus) {}

  /** Refuses what row 2 refuses, in the same words. */
  demand(campaign: StoredCampaign, request: SimulateCampaign): Promise<void> {
    return withoutKey(() => this.demandAcceptable(campaign, request));
  }

  private async demandAcceptable({ document }: StoredCampaign, request: SimulateCampaign): Promise<void> {
    const { user_id, event_name, data, client_id } = request;
    const known = await this.bus.call(knownUsers, { user_ids: [user_id] });
    if (known.length === 0) throw new Problem('user-not-found', 'There is no such user.');
    const { lifecycle } = document.trigger;
    if (lifecycle !== undefined && lifecycle === event_name) {
      demandFactData(lifecycle, data);
      return;
    }
    const submission = { client_id, user_id, event_name, data };
    const [result] = await this.bus.call(validateEvents, { submissions: [submission] });
    if (result && 'problem' in result) throw Problem.from(pointingIntoData(result.problem));
  }
}

/** The events service points into the data, which is a field of a simulation. */
function pointingIntoData(problem: ProblemJson): ProblemJson {
  if (problem.code !== 'event-data-invalid') return problem;
  const errors = problem.errors?.map((fault) => ({ ...fault, pointer: intoData(fault.pointer) }));
  return { ...problem, detail: intoData(problem.detail), ...(errors && { errors }) };
}

function intoData(text: string): string {
  return text.replace(/^#/, '#/data');
}
