import { erasureReceipt, userErased } from '@ces/contracts/identity/erasure';
import type { ExternalSegment, SegmentMember } from '@ces/contracts/segments/segments';
import type { Bus } from '@ces/messaging/calls/bus';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/guarded-nats';
import { Platform } from '../../../e2e/platform/platform.js';
import { path } from '@ces/testing/segment-forms';
import { DataSource } from 'typeorm';

/** Short words for what the specs of segments do over and over. */
export class SegmentWorld {
  private constructor(readonly platform: Platform) {}

  static async start(...beside: 'cards'[]): Promise<SegmentWorld> {
    return new SegmentWorld(await Platform.start({}, 1, ...beside, 'segments'));
  }

  stop(): Promise<void> {
    return this.platform.stop();
  }

  /** With every right. */
  get bus(): Bus {
    return this.platform.messaging.bus;
  }

  sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.platform.segments.get(DataSource).query<T[]>(text, values);
  }

  // row 30
  async read(id: string): Promise<ExternalSegment> {
    return (await this.platform.api.get(`${path}/${id}`)).body as ExternalSegment;
  }

  async members(id: string): Promise<string[]> {
    const members = (await this.platform.api.get(`${path}/${id}/members`)).body as SegmentMember[];
    return members.map((each) => each.user_id);
  }

  /** Within a while. */
  async counts(id: string, internalUserCount: number): Promise<void> {
    await eventually(async () => {
      expect((await this.read(id)).internalUserCount).toBe(internalUserCount);
    });
  }

  /** As identity's relay publishes it; identity itself lets some seconds pass before. */
  async tellErased(user_id: string): Promise<void> {
    await tellFacts(this.platform.messaging.nats, userErased, [{ user_id }]);
  }

  async receipts(userId: string): Promise<number> {
    const sql = 'SELECT FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0';
    return (await this.sql(sql, [erasureReceipt('segments').subject, userId])).length;
  }
}
