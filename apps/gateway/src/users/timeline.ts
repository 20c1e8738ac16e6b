import { LoggedEvent, userEvents } from '@ces/contracts/events/events';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import {
  awayType,
  servicesWithTimeline,
  timelineOf,
  timelineTypes,
  type TimelineEntry,
  type TimelineOf,
  type TimelinePage,
  type TimelinePart,
  type TimelineService,
  type TimelineType,
} from '@ces/contracts/timeline';
import type { Bus } from '@ces/messaging/calls/bus';
import { newId } from '@ces/messaging/storage/ids';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { withOutcomes } from '../events/with-outcomes.js';
import { patience, unlessAway } from './unless-away.js';

/** The newest entries of a service below the cursor. With `more` it has older ones that did not fit. */
interface Part {
  entries: (TimelinePart & { event?: LoggedEvent })[];
  more: boolean;
}

interface Asked {
  service: TimelineService;
  types: TimelineType[];
  part: Part | undefined;
}

/**
 * A page of what every service knows about a user, merged by id, which is by time. Each service reads at most one entry
 * more than the page has. A service that does not answer has an entry `away` at the head of the page in place of its own.
 */
export async function timelinePage(bus: Bus, user_id: string, page: TimelinePage): Promise<Paged<TimelineEntry>> {
  const { limit = largestPage, cursor, type } = page;
  if (cursor !== undefined && !isUuid(cursor)) throw notACursor();
  const asked = await Promise.all(
    typesByService(type).map(async ({ service, types }): Promise<Asked> => {
      const before = cursor === undefined ? {} : { before: cursor };
      const part =
        service === 'events'
          ? eventsOf(bus, user_id, limit, cursor)
          : partOf(bus, service, { user_id, types, at_most: limit + 1, ...before });
      return { service, types, part: await unlessAway(part) };
    }),
  );
  const present = asked.flatMap(({ part }) => part ?? []);
  const away = asked.filter(({ part }) => part === undefined);
  if (present.length === 0) throw nobodyAnswers(away);
  const merged = merge(present);
  const shown = merged.slice(0, limit);
  const last = shown.at(-1)?.id ?? null;
  const next = shown.length < merged.length || present.some(({ more }) => more) ? last : null;
  return { items: [...away.map(toAway), ...(await toEntries(bus, user_id, shown))], next };
}

async function partOf(bus: Bus, service: string, request: TimelineOf): Promise<Part> {
  return { entries: await bus.call(timelineOf(service), request, patience), more: false };
}

function typesByService(type: TimelineType | undefined): { service: TimelineService; types: TimelineType[] }[] {
  return (['events', ...servicesWithTimeline] as const)
    .map((service) => {
      const types: readonly TimelineType[] = timelineTypes[service];
      return { service, types: types.filter((each) => type === undefined || each === type) };
    })
    .filter(({ types }) => types.length > 0);
}

async function eventsOf(bus: Bus, user_id: string, limit: number, cursor: string | undefined): Promise<Part> {
  const request = { user_id, limit, ...(cursor === undefined ? {} : { cursor }) };
  const { items, next } = await bus.call(userEvents, request, patience);
  const entries = items.map((event) => ({
    id: event.id,
    type: 'event' as const,
    title: event.event_name,
    data: {},
    event,
  }));
  return { entries, more: next !== null };
}

/** A service that has more ends the page at its last entry: what lies below is not known of it. */
function merge(parts: Part[]): Part['entries'] {
  const floors = parts.flatMap(({ entries, more }) => (more ? (entries.at(-1)?.id ?? []) : []));
  const floor = floors.sort().at(-1) ?? '';
  const entries = parts.flatMap((part) => part.entries).filter(({ id }) => id >= floor);
  return entries.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Asks only for the outcomes of the events that the page shows. */
async function toEntries(bus: Bus, user_id: string, shown: Part['entries']): Promise<TimelineEntry[]> {
  const events = shown.flatMap(({ event }) => event ?? []);
  const judged = events.length === 0 ? [] : (await withOutcomes(bus, user_id, { items: events, next: null })).items;
  const outcomes = new Map(judged.map(({ id, ...event }) => [id, event]));
  return shown.map(({ id, type, title, data }) => ({
    id,
    type,
    at: new Date(momentOf(id)).toISOString(),
    title,
    data: outcomes.get(id) ?? data,
  }));
}

function momentOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

function toAway({ service, types }: Asked): TimelineEntry {
  const title = `The ${service} service does not answer; its entries are missing here`;
  return { id: newId(), type: awayType, at: new Date().toISOString(), title, data: { service, types } };
}

function nobodyAnswers(away: Asked[]): Problem {
  const names = away.map(({ service }) => service).join(', ');
  return new Problem('service-unavailable', `Services do not answer: ${names}.`, { retry_after: 1 });
}
