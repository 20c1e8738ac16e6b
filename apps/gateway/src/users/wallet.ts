import { Balance, balancesOf } from '@ces/contracts/campaigns/stacks';
import { slipsOf, UserSlip } from '@ces/contracts/campaigns/slips';
import { AskedSurvey, surveysOf } from '@ces/contracts/campaigns/surveys';
import { Card, cardsOfUser } from '@ces/contracts/cards/cards';
import { Optin, readOptins } from '@ces/contracts/cards/optins';
import { exportOf, type ExportPart } from '@ces/contracts/identity/erasure';
import type { Locale } from '@ces/contracts/locale';
import type { Paged } from '@ces/contracts/paging';
import { ApiProperty } from '@ces/contracts/shape/described';
import type { Bus } from '@ces/messaging/calls/bus';
import { patience, unlessAway } from './unless-away.js';

/** The newest slips and surveys are in the wallet; a user may collect thousands. */
const newest = 100;

export class UserSegment {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the segment.' })
  id: string;

  @ApiProperty({ example: 'Newsletter readers', description: 'The name of the segment.' })
  name: string;
}

const parts = ['cards', 'slips', 'balances', 'surveys', 'optins', 'segments'] as const;
type Part = (typeof parts)[number];

/** A part is null while its service does not answer, so that the others can be seen. */
export class Wallet {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ type: [Card], nullable: true, description: 'The cards, the featured one first.' })
  cards: Card[] | null;

  @ApiProperty({
    type: [UserSlip],
    nullable: true,
    description: `The newest ${newest} coupon slips, also those that the user has removed from the list.`,
  })
  slips: UserSlip[] | null;

  @ApiProperty({ type: [Balance], nullable: true, description: 'The points on each block of each stack.' })
  balances: Balance[] | null;

  @ApiProperty({ type: [AskedSurvey], nullable: true, description: `The ${newest} surveys that were asked last.` })
  surveys: AskedSurvey[] | null;

  @ApiProperty({ type: [Optin], nullable: true, description: 'The opt-ins with the last answers of the user.' })
  optins: Optin[] | null;

  @ApiProperty({ type: [UserSegment], nullable: true, description: 'The segments that the user is in now.' })
  segments: UserSegment[] | null;

  @ApiProperty({
    enum: parts,
    isArray: true,
    description: 'Parts that are null because their service does not answer. Ask again later.',
  })
  away: Part[];

  @ApiProperty({ enum: parts, isArray: true, description: 'Parts of which the user has more than the wallet shows.' })
  more: Part[];
}

interface Asker {
  client_id: string;
  locale: Locale;
}

export async function walletOf(bus: Bus, user_id: string, { client_id, locale }: Asker): Promise<Wallet> {
  const asked: Record<Part, Promise<{ items: unknown[]; next: string | null }>> = {
    cards: bus.call(cardsOfUser, { user_id, locale }, patience).then(({ cards }) => whole(cards)),
    slips: bus.call(slipsOf, { user_id, limit: newest, include_deleted: 'true' }, patience),
    balances: bus.call(balancesOf, { user_id }, patience).then(whole),
    surveys: bus.call(surveysOf, { user_id, limit: newest }, patience),
    optins: bus.call(readOptins, { user_id, client_id, locale, locales: [locale] }, patience),
    segments: segmentsOf(bus, user_id).then(whole),
  };
  const found = await Promise.all(parts.map(async (part) => [part, await unlessAway(asked[part])] as const));
  const items = Object.fromEntries(found.map(([part, page]) => [part, page?.items ?? null]));
  return {
    user_id,
    ...(items as Pick<Wallet, Part>),
    away: found.filter(([, page]) => page === undefined).map(([part]) => part),
    more: found.filter(([, page]) => typeof page?.next === 'string').map(([part]) => part),
  };
}

/** The export looks at a thousand segments at a time. */
async function segmentsOf(bus: Bus, user_id: string): Promise<UserSegment[]> {
  const segments: UserSegment[] = [];
  let cursor: string | null = null;
  do {
    const request = { user_id, ...(cursor === null ? {} : { cursor }) };
    const part: ExportPart = await bus.call(exportOf('segments'), request, patience);
    segments.push(...(part as { segments: UserSegment[] }).segments);
    cursor = part.next ?? null;
  } while (cursor !== null);
  return segments;
}

function whole<T>(items: T[]): Paged<T> {
  return { items, next: null };
}
