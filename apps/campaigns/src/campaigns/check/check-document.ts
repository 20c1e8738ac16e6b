import { effectTypes, type Cap, type Effect, type NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Trigger } from '@ces/contracts/campaigns/campaign-trigger';
import { didYouMean, listOfNames } from '@ces/contracts/faults/did-you-mean';
import { storable } from '@ces/contracts/identity/clients';
import { eventNamePattern } from '@ces/contracts/events/events';
import type { Fault } from '@ces/contracts/problems';
import type { Type } from '@ces/contracts/events/schema-types';
import { compileExpression } from '../../conditions/compile.js';
import { ConditionRefused } from '../../conditions/faults.js';
import { isTimeZone } from '../../conditions/moments.js';
import { maxLedgerValue } from '../../runs/plan.js';

type Variables = Record<string, Type>;

export function faultsOfTrigger({ event_name, lifecycle, segment_id }: Trigger): Fault[] {
  const faults: Fault[] = [];
  const say = (field: string, detail: string): void => {
    faults.push({ pointer: `#/trigger${field}`, code: 'trigger', detail });
  };
  if ((event_name === undefined) === (lifecycle === undefined)) say('', 'must have either event_name or lifecycle');
  if (event_name !== undefined && !eventNamePattern.test(event_name)) say('/event_name', 'is not a valid event name');
  const wantsSegment = lifecycle === 'segment-entered';
  if (wantsSegment !== (segment_id !== undefined)) {
    say('/segment_id', wantsSegment ? 'is required with segment-entered' : 'is allowed only with segment-entered');
  }
  return faults;
}

/** Checks what needs no other service: times, expressions and caps. */
export function faultsOfDocument(document: NewCampaign, variables: Variables): Fault[] {
  const { starts_at, ends_at, condition, effects, caps = [] } = document;
  const faults: Fault[] = [];
  if (starts_at && ends_at && Date.parse(starts_at) >= Date.parse(ends_at)) {
    faults.push({ pointer: '#/ends_at', code: 'schedule', detail: 'must be after starts_at' });
  }
  if (condition) faults.push(...faultsOfExpression(condition, variables, '#/condition', ['bool', 'dyn']));
  for (const [index, effect] of effects.entries()) {
    faults.push(...faultsOfEffect(effect, variables, `#/effects/${index}`));
  }
  for (const [index, cap] of caps.entries()) faults.push(...faultsOfCap(cap, `#/caps/${index}`));
  return faults;
}

const fieldsOfEffects: Record<Effect['type'], { needs: (keyof Effect)[]; allows: (keyof Effect)[] }> = {
  claim_coupon: { needs: ['coupon_id'], allows: [] },
  transaction: { needs: ['stack_id', 'value'], allows: ['block_id'] },
  ask_survey: { needs: ['survey_id'], allows: [] },
};

function faultsOfEffect(effect: Effect, variables: Variables, pointer: string): Fault[] {
  if (!Object.hasOwn(fieldsOfEffects, effect.type)) return [unknownType(effect.type, `${pointer}/type`)];
  const { needs, allows } = fieldsOfEffects[effect.type];
  const missing = needs.filter((field) => (effect[field] ?? undefined) === undefined);
  const given = (Object.keys(effect) as (keyof Effect)[]).filter((field) => effect[field] !== undefined);
  const strange = given.filter((field) => field !== 'type' && !needs.includes(field) && !allows.includes(field));
  return [
    ...missing.map((field) => ({
      pointer: `${pointer}/${field}`,
      code: 'effect',
      detail: `is needed for ${effect.type}`,
    })),
    ...strange.map((field) => ({
      pointer: `${pointer}/${field}`,
      code: 'effect',
      detail: `is not a field of ${effect.type}`,
    })),
    ...(effect.type === 'transaction' ? faultsOfValue(effect.value, variables, `${pointer}/value`) : []),
  ];
}

function unknownType(type: string, pointer: string): Fault {
  const detail = `must be one of ${listOfNames(effectTypes)}${didYouMean(type, effectTypes)}`;
  return { pointer, code: 'unknown', detail };
}

function faultsOfValue(value: unknown, variables: Variables, pointer: string): Fault[] {
  if (typeof value === 'string') {
    if (value.length > 4_096) return [{ pointer, code: 'length', detail: 'is longer than 4096 characters' }];
    if (!storable.test(value)) return [{ pointer, code: 'text', detail: 'contains NUL or half of a surrogate pair' }];
    return faultsOfExpression(value, variables, pointer, ['int']);
  }
  if (value === undefined || value === null) return [];
  const fits = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= maxLedgerValue && value !== 0;
  return fits ? [] : [{ pointer, code: 'value', detail: 'must be a whole number other than 0, up to 10^12, or CEL' }];
}

function faultsOfExpression(text: string, variables: Variables, pointer: string, kinds: string[]): Fault[] {
  try {
    const { type, neverIn } = compileExpression(text, variables);
    if (neverIn) throw neverIn;
    if (kinds.includes(type.kind)) return [];
    const advice = kinds.includes('int') ? ': say round(…), floor(…) or int(…)' : '';
    return [{ pointer, code: 'type', detail: `must result in ${kinds[0] ?? ''}, not in ${type.kind}${advice}` }];
  } catch (error) {
    if (!(error instanceof ConditionRefused)) throw error;
    const part = text.slice(error.start, error.end).slice(0, 60);
    const place = `at character ${error.start + 1}${part === '' ? '' : ` (${part})`}`;
    return [{ pointer, code: 'cel', detail: `${place}: ${error.message}` }];
  }
}

/** A rolling window reads up to this many grants for each event. Calendar windows and totals are counters, without a limit. */
const maxRollingOfCampaigns = 10_000;

function faultsOfCap({ scope, window, max }: Cap, pointer: string): Fault[] {
  const { type, seconds, unit, timezone } = window;
  const faults: Fault[] = [];
  const say = (field: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/window/${field}`, code: 'window', detail });
  };
  if (scope === 'campaign' && type === 'rolling' && max > maxRollingOfCampaigns) {
    const detail = `must be at most ${maxRollingOfCampaigns} in a rolling window of the whole campaign`;
    faults.push({ pointer: `${pointer}/max`, code: 'window', detail });
  }
  if ((type === 'rolling') !== (seconds !== undefined))
    say('seconds', 'is required in a rolling window, and only there');
  for (const [field, value] of Object.entries({ unit, timezone })) {
    if ((type === 'calendar') !== (value !== undefined)) say(field, 'is required in a calendar window, and only there');
  }
  if (timezone !== undefined && !isTimeZone(timezone)) say('timezone', 'is not a known time zone');
  return faults;
}
