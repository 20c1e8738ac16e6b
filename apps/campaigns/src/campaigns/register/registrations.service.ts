import { letDefinitionGo, useDefinition, type DefinitionUse } from '@ces/contracts/events/definition-use';
import { Problem } from '@ces/contracts/problems';
import { useSegments } from '@ces/contracts/segments/segment-use';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { isOutage } from '@ces/messaging/storage/outage';
import { afterEnd, Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Injectable, Logger } from '@nestjs/common';
import type { StoredCampaign } from '../stored-campaign.js';
import { StoredCampaignsService } from '../stored-campaigns.service.js';
import { RegistrationStore, type Doubt } from './registration.store.js';
import { noUses, union, usesBy, type Uses } from './uses.js';

/**
 * Registers at the segments and events services what a campaign uses, before the campaign uses it. Each change first records
 * that the registration may differ from the campaign, and a chore repeats the registration until they agree. So neither a
 * rollback nor a killed process leaves a segment that can never be deleted.
 */
@Injectable()
export class RegistrationsService {
  private readonly logger = new Logger('Registrations');

  constructor(
    private readonly campaigns: StoredCampaignsService,
    private readonly store: RegistrationStore,
    private readonly transactions: Transactions,
    private readonly bus: Bus,
  ) {}

  /**
   * Registers what the campaign uses before and after a change, in the transaction of the change. Returns false when the
   * event has another definition by now.
   */
  async widen(id: string, before: Uses | undefined, after: Uses): Promise<boolean> {
    const segments = [...new Set([...(before?.segments ?? []), ...after.segments])];
    await this.finishAfter(id, {
      segments: segments.length > 0,
      events: Boolean(before?.definition ?? after.definition),
    });
    const entries = after.entries || (before?.entries ?? false);
    await this.tellSegments(id, { ...after, segments, entries });
    return after.definition === undefined || this.tellEvents(union(after.definition, before?.definition));
  }

  /** Releases what the campaign uses, after the end of the transaction that stops it. */
  async release(campaign: StoredCampaign): Promise<void> {
    const { segments, definition } = usesBy(campaign);
    await this.finishAfter(campaign.id, { segments: segments.length > 0, events: definition !== undefined });
  }

  /** Makes the next run of `finish-registrations` repeat all of them: another service may have lost some in a restore. */
  async repeatAll(): Promise<void> {
    await this.store.doubtAll();
  }

  /** Registers exactly what the stored campaign uses. A campaign that is being changed is left for later. */
  async finish(id: string): Promise<void> {
    await this.transactions.run(async () => {
      await this.store.allowWaiting();
      if (!(await this.campaigns.lockIfFree(id))) return;
      const doubt = await this.store.find(id);
      if (!doubt) return;
      const campaign = await this.campaigns.find(id);
      const { name, segments, entries, definition } = campaign ? usesBy(campaign) : noUses;
      await withoutKey(async () => {
        const use = { campaign_id: id, name, segment_ids: segments, entries };
        if (doubt.segments) await this.bus.call(useSegments, use);
        if (doubt.events && definition) await this.tellEventsAgain(definition);
        const still = definition && { except: definition.event_name };
        if (doubt.events) await this.bus.call(letDefinitionGo, { campaign_id: id, ...still });
      });
      await this.store.finish(id, doubt.since);
    });
  }

  @Every({
    name: 'finish-registrations',
    does: 'Registers what campaigns use where a service was away or a process was killed.',
    seconds: 30,
  })
  async finishWaiting(): Promise<void> {
    for (const id of await this.store.findWaiting()) {
      await this.finish(id).catch((error: unknown) => this.postpone(id, error));
    }
  }

  @Every({
    name: 'repeat-registrations',
    does: 'Registers again which events running and paused campaigns use: the events service publishes no others.',
    seconds: 900,
  })
  async repeatEvents(): Promise<void> {
    await this.store.doubtEvents();
  }

  /** Records the doubt in a transaction of its own, so that it stays when the change is rolled back, as after a dry run. */
  private async finishAfter(id: string, doubt: Doubt): Promise<void> {
    if (!doubt.segments && !doubt.events) return;
    await this.transactions.apart(() => this.store.doubt(id, doubt));
    afterEnd(() => {
      this.finish(id).catch((error: unknown) => {
        this.logger.warn({ err: error, campaign: id }, 'the registrations of a campaign are unfinished; trying again');
      });
    });
  }

  /** Moves the campaign behind all others, so that it does not delay them. An outage affects all, so it ends the run. */
  private async postpone(id: string, error: unknown): Promise<void> {
    await this.store.postpone(id);
    if (isOutage(error)) throw error;
    this.logger.warn({ err: error, campaign: id }, 'the registrations of a campaign are refused; trying again');
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

  /** Newer versions of the definition may keep what is used, so the use is registered for the newest. */
  private async tellEventsAgain(use: DefinitionUse): Promise<void> {
    let { version } = use;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const newest = await this.bus.call(useDefinition, { ...use, version });
      if (newest.version === version) return;
      ({ version } = newest);
    }
    throw new Problem('service-unavailable', `The definition of ${use.event_name} is changing too fast.`, {
      retry_after: 1,
    });
  }
}
