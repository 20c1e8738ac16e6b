import { Problem } from '@ces/contracts/problems';
import { Assessment } from './assess.js';
import { inTurns } from '../../runs/in-turns.js';
import { asksOthers } from '../../runs/plan.js';
import { emptyProfile, type Profile } from './profile.js';
import type { Found } from '../../runs/running-campaigns.service.js';
import type { Verdict } from '../grant/decide-grants.service.js';

/** An occurrence put to a campaign that ran. */
type Candidate = Pick<Verdict, 'occurrence' | 'run'>;
type Unasked = Candidate & Pick<Verdict, 'refusal'> & { assessment: Assessment };

export function candidatesOf(runs: Found['runs']): Candidate[] {
  return [...runs].flatMap(([occurrence, some]) => some.map((run) => ({ occurrence, run })));
}

/** As far as nobody has to be asked anything. */
export function judgeUnasked(candidates: Candidate[]): Promise<Unasked[]> {
  return inTurns(candidates, (each) => {
    const assessment = new Assessment(each.run.plan, each.occurrence);
    return { ...each, assessment, refusal: assessment.refusalUnasked() };
  });
}

export function conclusionOf(
  { occurrence, run, assessment, refusal: early }: Unasked,
  profiles: ReadonlyMap<string, Profile>,
): Verdict {
  assessment.know(profiles.get(occurrence.userId) ?? emptyProfile(occurrence.userId));
  const refusal = early ?? assessment.refusal();
  return { occurrence, run, refusal, due: refusal ? [] : assessment.due };
}

/**
 * Seldom: a campaign has started, stopped or changed since it was prepared. Versions never change, so what was said of one
 * holds. Changes wait while this runs: it asks nobody, and where somebody must be asked, all is prepared anew.
 */
export async function judgeAnew({ runs }: Found, earlier: Verdict[]): Promise<Verdict[]> {
  const known = new Map(earlier.map((verdict) => [nameOf(verdict), verdict]));
  const candidates = candidatesOf(runs);
  const unasked = await judgeUnasked(candidates.filter((each) => !known.has(nameOf(each))));
  if (unasked.some(({ refusal, run }) => !refusal && asksOthers(run.plan))) {
    throw new Problem('service-unavailable', 'Campaigns have changed meanwhile.', { retry_after: 1 });
  }
  const fresh = await inTurns(unasked, (each) => conclusionOf(each, new Map()));
  const verdicts = new Map([...known, ...fresh.map((verdict) => [nameOf(verdict), verdict] as const)]);
  return candidates.flatMap((each) => {
    const verdict = verdicts.get(nameOf(each));
    return verdict ? [{ ...verdict, ...each }] : [];
  });
}

function nameOf({ occurrence, run }: Candidate): string {
  return `${occurrence.id} ${run.campaignId} ${run.version}`;
}
