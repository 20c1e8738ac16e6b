import { exportOf, servicesWithUserData, type ExportPart } from '@ces/contracts/identity/erasure';
import type { Bus } from '@ces/messaging/calls/bus';
import { ApiProperty } from '@ces/contracts/shape/described';

const held = { type: 'object', additionalProperties: true } as const;

export class UserExport {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z', description: 'When the export was made.' })
  exported_at: string;

  @ApiProperty({ ...held, description: 'The account, the personal data, and what became of them.' })
  identity: object;

  @ApiProperty({ ...held, description: 'The events of the user.' })
  events: object;

  @ApiProperty({ ...held, description: 'The cards, and the answers to opt-ins.' })
  cards: object;

  @ApiProperty({ ...held, description: 'The segments that the user is in.' })
  segments: object;

  @ApiProperty({ ...held, description: 'The events that wait for receivers of webhooks.' })
  webhooks: object;

  @ApiProperty({ ...held, description: 'Coupon slips, points, surveys, and what campaigns decided.' })
  campaigns: object;
}

type Exporter = (typeof servicesWithUserData)[number];

/** Fails if one of the services does not answer. */
export async function exportUser(bus: Bus, user_id: string): Promise<UserExport> {
  // Identity goes first and answers 404 for an unknown user. The other services may fail on such an id.
  const identity = await partsOf(bus, 'identity', user_id);
  const others = servicesWithUserData.filter((service) => service !== 'identity');
  const parts = await Promise.all(
    others.map(async (service) => [service, await partsOf(bus, service, user_id)] as const),
  );
  return {
    user_id,
    exported_at: new Date().toISOString(),
    identity,
    ...(Object.fromEntries(parts) as Record<Exclude<Exporter, 'identity'>, object>),
  };
}

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
