import type { Member } from './draw-members.ts';
import type { Stores } from './store-statements.ts';

export interface AskedOptin {
  id: string;
  /** In the language in which the bench asks. */
  name: string;
}

/** A row of the specification: how it is asked, what it answers, and which statements it needs. */
export interface Row {
  number: number;
  service: 'identity' | 'cards';
  token: 'client' | 'user';
  path: (member: Member) => string;
  /** The methods of the stores that the service calls. */
  ask: (stores: Stores, member: Member) => Promise<unknown>;
  /** The sum over these statements. */
  rowsFound: (member: Member, optins: AskedOptin[]) => number;
  /** The part of an answer that `right` knows. */
  shown: (answer: unknown) => unknown;
  right: (member: Member, optins: AskedOptin[]) => unknown;
}

interface ShownCard {
  id: string;
  identifier: string;
  user_id: string[];
  user_id_featured: Record<string, boolean>;
  state_text: string;
}

interface ShownOptin {
  id: string;
  name: string;
  opted_in: boolean;
  updates: { opted_in: boolean }[];
}

export const locale = 'nl_NL';
/** One more than the largest page: it tells whether there is a next one. */
const connectionsAsked = 501;
/** One more than a slice of 50. */
const optinsAsked = 51;
const whole = (answer: unknown): unknown => answer;

export const rows: Row[] = [
  {
    number: 3,
    service: 'identity',
    token: 'client',
    path: (member) => `/api/1/oauth2/provider/${firstOf(member).provider_name}/${firstOf(member).owner_id}`,
    ask: ({ connections }, member) => connections.findOpenUser(firstOf(member)),
    rowsFound: () => 1,
    shown: whole,
    right: (member) => connectionOf(firstOf(member), member),
  },
  {
    number: 4,
    service: 'identity',
    token: 'client',
    path: ({ id }) => `/api/1/user/connections/${id}`,
    ask: ({ connections }, { id }) => connections.findOfOpenUser(id, undefined, connectionsAsked),
    rowsFound: ({ connections }) => connections.length,
    shown: whole,
    right: (member) => member.connections.toReversed().map((each) => connectionOf(each, member)),
  },
  {
    number: 7,
    service: 'identity',
    token: 'client',
    path: ({ id }) => `/api/1/user/details/${id}`,
    ask: ({ users }, { id }) => users.findDetails([id]),
    rowsFound: () => 1,
    shown: whole,
    right: ({ id, active, completed }) => ({ id, active, completed_registration: completed }),
  },
  {
    number: 21,
    service: 'cards',
    token: 'user',
    path: () => `/api/2/card/user?locale=${locale}`,
    ask: ({ cards }, { id }) => cards.findOf(id),
    rowsFound: ({ cards }) => cards.length,
    shown: (answer) =>
      (answer as { cards: ShownCard[] }).cards.map((card) => ({
        ...{ id: card.id, identifier: card.identifier, user_id: card.user_id },
        ...{ featured: card.user_id_featured, state_text: card.state_text },
      })),
    right: ({ id: holder, cards }) =>
      cards
        .toReversed()
        .sort((a, b) => Number(b.featured) - Number(a.featured))
        .map(({ id, identifier, featured }) => ({
          ...{ id, identifier, user_id: [holder], featured: { [holder]: featured } },
          state_text: 'Actief',
        })),
  },
  {
    number: 22,
    service: 'identity',
    token: 'user',
    path: () => `/api/1/user/person/me?locale=${locale}`,
    ask: ({ people }, { id }) => people.find(id),
    rowsFound: () => 1,
    shown: whole,
    right: ({ id, email, person }) => ({ user_id: id, email, infix: '', gender: null, ...person }),
  },
  {
    number: 24,
    service: 'cards',
    token: 'user',
    path: () => `/api/1/user/optins?locale=${locale}`,
    ask: ({ consents }, { id }) => consents.findAnswered(id, { which: 'of the user', atMost: optinsAsked }),
    rowsFound: (_, optins) => optins.length,
    shown: (answer) =>
      (answer as ShownOptin[]).map(({ id, name, opted_in, updates }) => ({
        ...{ id, name, opted_in },
        updates: updates.map((each) => each.opted_in),
      })),
    right: ({ answers }, optins) =>
      optins.toReversed().map(({ id, name }) => {
        const updates = answers.filter(({ optin_id }) => optin_id === id).map(({ opted_in }) => opted_in);
        return { id, name, opted_in: updates.at(-1) ?? false, updates };
      }),
  },
];

function firstOf({ id, connections: [first] }: Member) {
  if (!first) throw new Error(`${id} has no connection`);
  return first;
}

function connectionOf({ provider_name, owner_id }: { provider_name: string; owner_id: string }, { id }: Member) {
  return { provider_name, owner_id, user_id: id };
}
