import { randomInt, randomUUID } from 'node:crypto';

export interface Member {
  id: string;
  email: string;
  active: boolean;
  completed: boolean;
  /** As it is stored: optional fields may be missing. */
  person: Record<string, string>;
  /** Oldest first. */
  connections: { provider_name: string; owner_id: string; created_at: string }[];
  /** Oldest first. One of them is featured. */
  cards: { id: string; identifier: string; featured: boolean; added_at: string }[];
  /** Oldest first. */
  answers: { optin_id: string; opted_in: boolean; given_at: string }[];
}

const firstNames = ['Anna', 'Bram', 'Daan', 'Emma', 'Finn', 'Lotte', 'Noor', 'Sem', 'Tess', 'Willem'];
const lastNames = ['Bakker', 'Berg', 'Bos', 'Dijk', 'Jansen', 'Meijer', 'Mulder', 'Smit', 'Visser', 'Vries'];
const year = 365 * 24 * 3_600_000;

/** Users as a shop has them: each with some connections, cards and answers to opt-ins, drawn at random. */
export function drawMembers(count: number, providers: string[], optins: string[]): Member[] {
  return Array.from({ length: count }, (_, number) => drawMember(number, providers, optins));
}

function drawMember(number: number, providers: string[], optins: string[]): Member {
  const cards = randomInt(4);
  const featured = randomInt(Math.max(1, cards));
  return {
    id: `Bench${String(number).padStart(20, '0')}`,
    email: `member${number}@example.com`,
    active: randomInt(20) > 0,
    completed: randomInt(10) > 0,
    person: {
      firstName: one(firstNames),
      lastName: one(lastNames),
      ...(randomInt(4) === 0 ? { infix: 'van de' } : {}),
      ...(randomInt(2) === 0 ? { gender: one(['f', 'm']) } : {}),
      ...(randomInt(2) === 0 ? { postalCode: `${randomInt(1_000, 10_000)} AB` } : {}),
    },
    connections: moments(1 + randomInt(3)).map((created_at, place) => ({
      provider_name: one(providers),
      owner_id: `${number}-${place}`,
      created_at,
    })),
    cards: moments(cards).map((added_at, place) => ({
      id: randomUUID(),
      identifier: `60${String(number * 4 + place).padStart(12, '0')}`,
      featured: place === featured,
      added_at,
    })),
    answers: moments(randomInt(2 * optins.length)).map((given_at) => ({
      optin_id: one(optins),
      opted_in: randomInt(3) > 0,
      given_at,
    })),
  };
}

function one<T>(some: T[]): T {
  return some[randomInt(some.length)] as T;
}

/** Moments of the last year, oldest first. */
function moments(count: number): string[] {
  const drawn = Array.from({ length: count }, () => Date.now() - randomInt(1, year));
  return drawn.sort((a, b) => a - b).map((each) => new Date(each).toISOString());
}
