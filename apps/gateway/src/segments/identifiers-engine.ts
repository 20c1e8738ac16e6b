import { dropUpload, takePart } from '@ces/contracts/segments/segments';
import type { Bus } from '@ces/messaging/calls/bus';
import { ColumnEngine, type ColumnPart } from '../http/uploads/column-engine.js';

const patience = 30_000;

export class IdentifiersEngine extends ColumnEngine {
  constructor(private readonly bus: Bus) {
    super();
  }

  protected take({ uploadId, part, runs }: ColumnPart): Promise<unknown> {
    const lines = runs.map(({ text }) => `${text}\n`).join('');
    const count = runs.reduce((sum, run) => sum + run.count, 0);
    return this.bus.call(takePart, { document_id: uploadId, part, count, lines }, { timeout: patience });
  }

  protected forget(uploadId: string): Promise<unknown> {
    return this.bus.call(dropUpload, { document_id: uploadId }, { timeout: patience });
  }
}
