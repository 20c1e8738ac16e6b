import { exportOf, servicesWithUserData, type ExportPart } from '@ces/contracts/identity/erasure';
import type { Bus } from '@ces/messaging/calls/bus';

/** Gathers everything that the services hold about a user. It fails if one of them does not answer. */
export async function exportUser(bus: Bus, user_id: string): Promise<object> {
  // Identity goes first and answers 404 for an unknown user. The other services may fail on such an id.
  const identity = await partsOf(bus, 'identity', user_id);
  const others = servicesWithUserData.filter((service) => service !== 'identity');
  const parts = await Promise.all(
    others.map(async (service) => [service, await partsOf(bus, service, user_id)] as const),
  );
  return { user_id, exported: new Date().toISOString(), identity, ...Object.fromEntries(parts) };
}

/** Reads part after part and joins lists of the same name. */
async function partsOf(bus: Bus, service: string, user_id: string): Promise<object> {
  const whole: Record<string, unknown> = {};
  let cursor: string | null | undefined;
  do {
    const part: ExportPart = await bus.call(exportOf(service), { user_id, ...(cursor ? { cursor } : {}) });
    const { next, ...content } = part;
    for (const [name, value] of Object.entries(content)) {
      const before = whole[name];
      whole[name] =
        Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value;
    }
    cursor = next;
  } while (cursor);
  return whole;
}
