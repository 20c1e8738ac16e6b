import type { AttemptRequest } from '@ces/contracts/webhooks/webhook-attempts';
import { Injectable } from '@nestjs/common';
import { bodyOf, type LogEvent } from '../log/log-event.js';
import { LogService } from '../log/log.service.js';
import type { AttemptRow } from './attempt.store.js';

/** `removed` are the ids of the events that the log no longer holds. */
export interface Members {
  events: LogEvent[];
  removed: string[];
}

export type ShownPayload = Pick<AttemptRequest, 'payload' | 'removed'>;

/** Reads payloads from the log. An erasure removes events there, so no payload outlives it. */
@Injectable()
export class Payloads {
  constructor(private readonly log: LogService) {}

  /** Returns the members by the ids of the attempts. Attempts of the previous release are left out. */
  async read(rows: readonly AttemptRow[]): Promise<Map<string, Members>> {
    const requests = rows.flatMap(({ id, names, after, upto, headers }) =>
      names && headers ? { id, names, after, upto, event_ids: eventIdsIn(headers) } : [],
    );
    const found = await this.log.readSent(requests);
    return new Map(requests.map(({ id, event_ids }) => [id, membersOf(event_ids, found.get(id) ?? [])]));
  }

  async readOne(row: AttemptRow): Promise<Members | undefined> {
    return (await this.read([row])).get(row.id);
  }
}

export function shown(members: Members | undefined): ShownPayload {
  if (!members) return { payload: null, removed: [] };
  const payload = JSON.parse(bodyOf(members.events).toString()) as NonNullable<AttemptRequest['payload']>;
  return { payload, removed: members.removed };
}

function membersOf(ids: readonly string[], events: LogEvent[]): Members {
  const left = new Set(events.map(({ id }) => id));
  return { events, removed: ids.filter((id) => !left.has(id)) };
}

function eventIdsIn(headers: Record<string, string>): string[] {
  return headers['X-Service-Event-Ids']?.split(',') ?? [];
}
