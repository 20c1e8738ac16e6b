import { Logger } from '@nestjs/common';

export interface CaughtLogs {
  warnings: unknown[][];
  errors: unknown[][];
}

/** Collects what this process logs from now on. Each entry holds the parameters of its call. */
export function catchLogs(): CaughtLogs {
  const caught: CaughtLogs = { warnings: [], errors: [] };
  Logger.overrideLogger({
    log: () => undefined,
    warn: (...words: unknown[]) => caught.warnings.push(words),
    error: (...words: unknown[]) => caught.errors.push(words),
  });
  return caught;
}
