import { dropCodes, takeCodes } from '@ces/contracts/campaigns/coupon-codes';
import type { Bus } from '@ces/messaging/calls/bus';
import { ColumnEngine, type ColumnPart } from '../http/uploads/column-engine.js';

const patience = 30_000;

export class CodesEngine extends ColumnEngine {
  constructor(private readonly bus: Bus) {
    super();
  }

  protected take({ uploadId, part, runs }: ColumnPart): Promise<unknown> {
    const lines = runs.flatMap(({ line, count }) => Array.from({ length: count }, (_, place) => line + place));
    const codes = runs.flatMap(({ text }) => text.split('\n'));
    return this.bus.call(takeCodes, { import_id: uploadId, part, lines, codes }, { timeout: patience });
  }

  protected forget(uploadId: string): Promise<unknown> {
    return this.bus.call(dropCodes, { import_id: uploadId }, { timeout: patience });
  }
}
