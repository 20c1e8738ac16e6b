import { dropImport, importNumbers } from '@ces/contracts/card-administration';
import type { Bus } from '@ces/messaging/bus';
import { ColumnEngine, type ColumnPart } from '../http/column-engine.js';

const patience = 30_000;

/** Takes the numbers of a file to the cards service. */
export class CardNumbersEngine extends ColumnEngine {
  constructor(private readonly bus: Bus) {
    super();
  }

  protected take({ import_id, entries }: ColumnPart): Promise<unknown> {
    const [lines, numbers] = [entries.map((entry) => entry.line), entries.map((entry) => entry.value)];
    return this.bus.call(importNumbers, { import_id, lines, numbers }, { timeout: patience });
  }

  protected forget(import_id: string): Promise<unknown> {
    return this.bus.call(dropImport, { import_id });
  }
}
