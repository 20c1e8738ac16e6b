import type { LifecycleTrigger } from '@ces/contracts/campaigns/campaign-trigger';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { faulty, type Fault } from '@ces/contracts/problems';

/** The fields of facts beside the user. */
const fieldsOf: Record<LifecycleTrigger, string[]> = {
  'user-activated': [],
  'card-added': ['card_id', 'card_definition', 'card_tier_id'],
  'segment-entered': ['segment_id'],
  'survey-answered': ['survey_id', 'question_id', 'answer_id'],
};

/** Refuses a simulated fact whose data differs from that of real facts. `json` must be the text of an object. */
export function demandFactData(lifecycle: LifecycleTrigger, json: string): void {
  const data = new Map<string, unknown>(Object.entries(JSON.parse(json) as object));
  const needed = fieldsOf[lifecycle];
  const faults: Fault[] = needed
    .filter((field) => typeof data.get(field) !== 'string')
    .map((field) => ({ pointer: `#/data/${field}`, code: 'type', detail: `must be text in a fact of ${lifecycle}` }));
  for (const field of data.keys()) {
    if (field === 'user_id' || needed.includes(field)) continue;
    faults.push({
      pointer: `#/data/${fragmentStep(field)}`,
      code: 'unknown-field',
      detail: `is not in a fact of ${lifecycle}`,
    });
  }
  if (faults.length > 0) throw faulty('event-data-invalid', faults);
}
