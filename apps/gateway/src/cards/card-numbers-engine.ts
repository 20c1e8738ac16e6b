import { dropImport, importNumbers } from '@ces/contracts/cards/card-administration';
import type { Bus } from '@ces/messaging/calls/bus';
import { ColumnEngine, type ColumnPart } from '../http/uploads/column-engine.js';

const patience = 10_000;

export class CardNumbersEngine extends ColumnEngine {
  constructor(private readonly bus: Bus) {
    super();
  }

  protected take({ uploadId, runs }: ColumnPart): Promise<unknown> {
    const lines = runs.flatMap(({ line, count }) => Array.from({ length: count }, (_, place) => line + place));
    const numbers = runs.flatMap(({ text }) => text.split('\n'));
    return this.bus.call(importNumbers, { import_id: uploadId, lines, numbers }, { timeout: patience });
  }

  protected forget(uploadId: string): Promise<unknown> {
    return this.bus.call(dropImport, { import_id: uploadId });
  }
}
