import { useDefinition } from '@ces/contracts/events/definition-use';
import type { Bus } from '@ces/messaging/calls/bus';

/** Registers a campaign's use of the first version of an event, without which events of this name are not published. */
export async function useEvent(bus: Bus, event_name: string, campaign_id = 'campaign'): Promise<void> {
  await bus.call(useDefinition, { campaign_id, name: 'Welcome', event_name, version: 1, properties: [] });
}
