import type { AudienceCard } from '@ces/contracts/cards/audience';
import type { PersonOfUser } from '@ces/contracts/identity/people';

/** The facts about a user that campaigns may read. Only those that one of them needs are filled in. */
export interface Profile {
  segments: Set<string>;
  optins: Set<string>;
  cards: AudienceCard[];
  person: PersonOfUser;
}

export function emptyProfile(user_id: string): Profile {
  return { segments: new Set(), optins: new Set(), cards: [], person: { user_id, active: false } };
}
