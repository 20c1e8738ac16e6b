import { letDefinitionGo, useDefinition, type DefinitionUse } from '@ces/contracts/events/definition-use';
import { useSegments } from '@ces/contracts/segments/segment-use';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { isOutage } from '@ces/messaging/facts/settle';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { definitionUse, segmentsUsed } from '../check/check-campaign.service.js';
import { findCampaign, lockCampaignIfFree, type StoredCampaign } from '../stored-campaigns.service.js';

/** What other services must keep for a campaign. */
export interface Uses {
  name: string;
  segments: string[];
  /** Whether it wants to be told who enters them. */
  entries: boolean;
  definition: DefinitionUse | undefined;
}

/**
 * Tells segments and events what a campaign relies on, before it relies on it: what is registered is never less than what
 * is used. It is written down beforehand that the two may differ, and gone over again until they are the same, so that a
 * change that came to nothing, or a killed process, leaves no segment that nobody may delete.
 */
@Injectable()
export class RegistrationsService {
  private readonly logger = new Logger('Registrations');

  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly bus: Bus,
  ) {}

  /** Within the transaction of the change, whose campaign is locked. False: the event's definition is another by now. */
  async widen(id: string, before: Uses | undefined, after: Uses): Promise<boolean> {
    const segments = [...new Set([...(before?.segments ?? []), ...after.segments])];
    await this.settleAfter(id, segments.length > 0, Boolean(before?.definition ?? after.definition));
    const entries = after.entries || (before?.entries ?? false);
    await this.tellSegments(id, { ...after, segments, entries });
    return after.definition === undefined || this.tellEvents(union(after.definition, before?.definition));
  }

  /** Within the transaction that stops the campaign: afterwards it uses less. */
  async release(campaign: StoredCampaign): Promise<void> {
    const { segments, definition } = usesBy(campaign);
    await this.settleAfter(campaign.id, segments.length > 0, definition !== undefined);
  }

  /** Written down on a connection of its own: it stays when the change does not. */
  private async settleAfter(id: string, segments: boolean, events: boolean): Promise<void> {
    if (!segments && !events) return;
    await this.database.query(
      `INSERT INTO campaign_registration AS r (campaign_id, segments, events) VALUES ($1, $2, $3)
       ON CONFLICT (campaign_id) DO UPDATE
          SET since = now(), segments = r.segments OR excluded.segments, events = r.events OR excluded.events`,
      [id, segments, events],
    );
    afterCommit(() => {
      this.settle(id).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'what a campaign uses is not registered exactly; it is tried again soon');
      });
    });
  }

  /** Registers what the campaign uses as it is stored, and nothing else. While it is being changed, that is left for later. */
  async settle(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      // Others are asked, up to seven times.
      await tx.query(`SET LOCAL idle_in_transaction_session_timeout = '1min'`);
      if (!(await lockCampaignIfFree(tx, id))) return;
      const [doubt] = await tx.query<{ segments: boolean; events: boolean }[]>(
        'SELECT segments, events FROM campaign_registration WHERE campaign_id = $1',
        [id],
      );
      if (!doubt) return;
      const { name, segments, entries, definition } = await usesOf(tx, id);
      await withoutKey(async () => {
        const use = { campaign_id: id, name, segment_ids: segments, entries };
        if (doubt.segments) await this.bus.call(useSegments, use);
        if (doubt.events && definition) await this.tellEventsAnew(definition);
        const still = definition && { except: definition.event_name };
        if (doubt.events) await this.bus.call(letDefinitionGo, { campaign_id: id, ...still });
      });
      await tx.query('DELETE FROM campaign_registration WHERE campaign_id = $1', [id]);
    });
  }

  /** Those that wait, because a service was away or a process was killed. */
  async settleWaiting(): Promise<void> {
    const rows = await this.database.query<{ campaign_id: string }[]>(
      `SELECT campaign_id FROM campaign_registration WHERE since < now() - interval '10 seconds' ORDER BY since LIMIT 100`,
    );
    for (const { campaign_id } of rows) {
      await this.settle(campaign_id).catch((error: unknown) => this.putOff(campaign_id, error));
    }
  }

  /** It goes behind all others, and does not keep them waiting; an outage concerns them all. */
  private async putOff(id: string, error: unknown): Promise<void> {
    await this.database.query('UPDATE campaign_registration SET since = now() WHERE campaign_id = $1', [id]);
    if (isOutage(error)) throw error;
    this.logger.warn({ err: error, campaign: id }, 'what a campaign uses cannot be registered; it is tried again');
  }

  private async tellSegments(id: string, { name, segments, entries }: Uses): Promise<void> {
    if (segments.length === 0) return;
    try {
      await withoutKey(() => this.bus.call(useSegments, { campaign_id: id, name, segment_ids: segments, entries }));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      const faults = (error.extras.errors ?? []).map(({ pointer, ...fault }) => {
        const segment = segments[Number(pointer.split('/').at(-1))] ?? '';
        return { ...fault, pointer: '#/audience', detail: `${segment}: ${fault.detail}` };
      });
      throw new Problem('campaign-refused', 'The campaign names a segment that does not exist.', { errors: faults });
    }
  }

  private async tellEvents(use: DefinitionUse): Promise<boolean> {
    const { version } = await withoutKey(() => this.bus.call(useDefinition, use));
    return version === use.version;
  }

  /** The definition may have gone on, and kept what is used: the same use holds for the newest version. */
  private async tellEventsAnew(use: DefinitionUse): Promise<void> {
    let { version } = use;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const newest = await this.bus.call(useDefinition, { ...use, version });
      if (newest.version === version) return;
      ({ version } = newest);
    }
    throw new Problem('service-unavailable', `The definition of ${use.event_name} is changing too fast.`);
  }
}

function union(use: DefinitionUse, other: DefinitionUse | undefined): DefinitionUse {
  if (other?.event_name !== use.event_name) return use;
  const properties = new Map([...other.properties, ...use.properties].map((each) => [each.path.join('\0'), each]));
  return { ...use, properties: [...properties.values()] };
}

async function usesOf(tx: EntityManager, id: string): Promise<Uses> {
  const campaign = await findCampaign(tx, id).catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
  return campaign ? usesBy(campaign) : { name: '', segments: [], entries: false, definition: undefined };
}

/** A draft keeps its segments; definitions are kept for campaigns that run, or may go on at any moment. */
export function usesBy(campaign: Pick<StoredCampaign, 'id' | 'state' | 'document' | 'event_version' | 'schema'>): Uses {
  const { id, state, document } = campaign;
  const alive = state === 'running' || state === 'paused';
  return {
    name: document.name,
    segments: state === 'ended' ? [] : segmentsUsed(document),
    entries: alive && document.trigger.lifecycle === 'segment-entered',
    definition: alive ? definitionUse(id, campaign) : undefined,
  };
}
