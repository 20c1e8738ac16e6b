import { Problem } from '@ces/contracts/problems';
import { Assessment } from './assess.js';
import { inTurns } from '../../runs/in-turns.js';
import { asksOthers } from '../../runs/plan.js';
import { emptyProfile, type Profile } from './profile.js';
import type { Found } from '../../runs/running-campaigns.service.js';
import type { Verdict } from '../verdict.js';

type Candidate = Pick<Verdict, 'occurrence' | 'run'>;
/** A candidate, judged by everything that needs no other service. */
type Unasked = Candidate & Pick<Verdict, 'refusal'> & { assessment: Assessment };

export function candidatesOf(runs: Found['runs']): Candidate[] {
  return [...runs].flatMap(([occurrence, some]) => some.map((run) => ({ occurrence, run })));
}

export function judgeUnasked(candidates: Candidate[]): Promise<Unasked[]> {
  return inTurns(candidates, (each) => {
    const assessment = new Assessment(each.run.plan, each.occurrence);
    return { ...each, assessment, refusal: assessment.refusalUnasked() };
  });
}

export function verdictOf(
  { occurrence, run, assessment, refusal: early }: Unasked,
  profiles: ReadonlyMap<string, Profile>,
): Verdict {
  if (asksOthers(run.plan)) assessment.know(profiles.get(occurrence.userId) ?? emptyProfile(occurrence.userId));
  const refusal = early ?? assessment.refusal();
  return { occurrence, run, refusal, due: refusal ? [] : assessment.due };
}

/**
 * Judges again after a campaign has started, stopped or changed. Earlier verdicts hold, because versions never change.
 * Changes of campaigns wait for this, so it asks no other service. If one must be asked, the facts are delivered again.
 */
export async function judgeAgain({ runs }: Pick<Found, 'runs'>, earlier: Verdict[]): Promise<Verdict[]> {
  const known = new Map(earlier.map((verdict) => [candidateKey(verdict), verdict]));
  const candidates = candidatesOf(runs);
  const unasked = await judgeUnasked(candidates.filter((each) => !known.has(candidateKey(each))));
  if (unasked.some(({ refusal, run }) => !refusal && asksOthers(run.plan))) {
    throw new Problem('service-unavailable', 'Campaigns have changed meanwhile.', { retry_after: 1 });
  }
  const fresh = await inTurns(unasked, (each) => verdictOf(each, new Map()));
  const verdicts = new Map([...known, ...fresh.map((verdict) => [candidateKey(verdict), verdict] as const)]);
  return candidates.flatMap((each) => {
    const verdict = verdicts.get(candidateKey(each));
    return verdict ? [{ ...verdict, ...each }] : [];
  });
}

function candidateKey({ occurrence, run }: Candidate): string {
  return `${occurrence.id} ${run.campaignId} ${run.version}`;
}
