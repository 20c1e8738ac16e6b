import type { LifecycleTrigger } from '@ces/contracts/campaigns/campaign-trigger';
import { dyn, type Type } from '@ces/contracts/events/schema-types';
import { bool, string, timestamp } from './typed.js';

const person = ['email', 'firstName', 'infix', 'lastName', 'gender', 'dateOfBirth', 'postalCode', 'nickname'];

const user = objectOf({ id: string, active: bool, ...Object.fromEntries(person.map((name) => [name, string])) });

/** The user's first active card; null for a user without. */
const card = objectOf({ card_id: string, card_definition: string, card_tier_id: string, state: string });

const lifecycleEvents: Record<LifecycleTrigger, Type> = {
  'user-activated': objectOf({ user_id: string }),
  'card-added': objectOf({ user_id: string, card_id: string, card_definition: string, card_tier_id: string }),
  'segment-entered': objectOf({ user_id: string, segment_id: string }),
  'survey-answered': objectOf({ user_id: string, survey_id: string, question_id: string, answer_id: string }),
};

export function typeOfLifecycle(trigger: LifecycleTrigger): Type {
  return lifecycleEvents[trigger];
}

/** `now` is the moment at which the event was accepted. */
export function variablesWith(event: Type): Record<string, Type> {
  return { event, user, card, now: timestamp };
}

function objectOf(properties: Record<string, Type>): Type {
  return {
    kind: 'object',
    property: (name) => (Object.hasOwn(properties, name) ? properties[name] : undefined),
    names: () => Object.keys(properties),
    items: () => dyn,
  };
}
