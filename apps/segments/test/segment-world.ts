import { erasureReceipt } from '@ces/contracts/identity/erasure';
import * as contract from '@ces/contracts/segments/segments';
import type { Bus } from '@ces/messaging/calls/bus';
import { newId } from '@ces/messaging/storage/ids';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { RunningService } from '@ces/testing/services/start-service';
import { segments } from '../src/segments.module.js';
import { FakeIdentity } from './fake-identity.js';

const partLines = 10_000;

interface Upload {
  title?: string;
  /** The segment that gets the file; a new one without it. */
  segment_id?: string;
  /** The provider of the identifiers; `acme` without it. */
  identifier?: string;
}

/** The segments service alone, beside an identity that the spec plays. */
export class SegmentWorld {
  private constructor(
    readonly service: RunningService,
    readonly identity: FakeIdentity,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<SegmentWorld> {
    const service = await RunningService.start(segments, settings);
    const identity = await FakeIdentity.beside(service);
    // The first comparison may have found no identity; files wait for it.
    await service.app.get(Chores).runNow('compare-connections');
    return new SegmentWorld(service, identity);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  get bus(): Bus {
    return this.service.bus;
  }

  sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.service.query<T>(text, values);
  }

  runChore(name: string): Promise<void> {
    return this.service.app.get(Chores).runNow(name);
  }

  takePart(document_id: string, part: number, lines: string[]): Promise<{ taken: number }> {
    const text = lines.map((line) => `${line}\n`).join('');
    return this.bus.call(contract.takePart, { document_id, part, count: lines.length, lines: text });
  }

  /** Ends an upload, as rows 28 and 31 do. */
  finish(document_id: string, parts: number, { title = 'Readers', ...upload }: Upload = {}) {
    const file = { identifier: 'acme', file_name: 'readers.csv' };
    return this.bus.call(contract.importSegment, { document_id, parts, title, ...file, ...upload });
  }

  async import(identifiers: string[], upload: Upload = {}): Promise<contract.ExternalSegment> {
    const document_id = newId();
    let parts = 0;
    for (let start = 0; start < identifiers.length; start += partLines) {
      await this.takePart(document_id, parts, identifiers.slice(start, start + partLines));
      parts += 1;
    }
    return this.finish(document_id, parts, upload);
  }

  async importAndProcess(identifiers: string[], upload?: Upload): Promise<contract.ExternalSegment> {
    return this.processed((await this.import(identifiers, upload)).id);
  }

  processed(id: string): Promise<contract.ExternalSegment> {
    return eventually(async () => {
      const segment = await this.read(id);
      if (segment.state !== 'processed') throw new Error(`${segment.state} ${segment.progress ?? ''}`);
      return segment;
    }, 20_000);
  }

  // row 30
  read(segment_id: string): Promise<contract.ExternalSegment> {
    return this.bus.call(contract.getSegment, { segment_id });
  }

  // row 32
  delete(segment_id: string): Promise<contract.DeletedSegment> {
    return this.bus.call(contract.deleteSegment, { segment_id });
  }

  async members(segment_id: string): Promise<string[]> {
    const { items } = await this.bus.call(contract.segmentMembers, { segment_id });
    return items.map((each) => each.user_id);
  }

  async counts(id: string, internalUserCount: number): Promise<void> {
    await eventually(async () => {
      expect((await this.read(id)).internalUserCount).toBe(internalUserCount);
    });
  }

  async copied(user: string): Promise<void> {
    await eventually(async () => {
      expect(await this.sql('SELECT FROM connection WHERE user_id = $1', [user])).not.toEqual([]);
    });
  }

  async receipts(userId: string): Promise<number> {
    const sql = 'SELECT FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0';
    return (await this.sql(sql, [erasureReceipt('segments').subject, userId])).length;
  }
}
