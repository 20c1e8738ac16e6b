import type { AudienceCard } from '@ces/contracts/cards/audience';
import type { PersonOfUser } from '@ces/contracts/identity/people';

/** Data that no campaign needs is left empty. */
export interface Profile {
  segments: Set<string>;
  optins: Set<string>;
  cards: AudienceCard[];
  person: PersonOfUser;
}

export function emptyProfile(user_id: string): Profile {
  return { segments: new Set(), optins: new Set(), cards: [], person: { user_id, active: false } };
}
