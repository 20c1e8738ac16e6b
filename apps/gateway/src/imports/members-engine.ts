import { dropMembers, takeMembers } from '@ces/contracts/identity/imports/members';
import type { Bus } from '@ces/messaging/calls/bus';
import { ColumnEngine, type ColumnPart, type ColumnReader } from '../http/uploads/column-engine.js';
import { FileLines, unreadable } from './file-lines.js';

const patience = 30_000;

export class MembersEngine extends ColumnEngine {
  constructor(private readonly bus: Bus) {
    super();
  }

  protected override reader(): ColumnReader {
    return new FileLines();
  }

  protected take({ uploadId, part, runs }: ColumnPart): Promise<unknown> {
    const starts = runs.map(({ line }) => line);
    const counts = runs.map(({ count }) => count);
    const texts = runs.flatMap(({ text }) => text.split('\n')).map((text) => (text === unreadable ? null : text));
    return this.bus.call(takeMembers, { import_id: uploadId, part, starts, counts, texts }, { timeout: patience });
  }

  protected forget(uploadId: string): Promise<unknown> {
    return this.bus.call(dropMembers, { id: uploadId }, { timeout: patience });
  }
}
