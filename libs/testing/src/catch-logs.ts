import { Logger } from '@nestjs/common';

export interface CaughtLogs {
  warnings: unknown[][];
  errors: unknown[][];
}

/** What the services of this process log from now on, each entry as the parameters it was logged with. */
export function catchLogs(): CaughtLogs {
  const caught: CaughtLogs = { warnings: [], errors: [] };
  Logger.overrideLogger({
    log: () => undefined,
    warn: (...words: unknown[]) => caught.warnings.push(words),
    error: (...words: unknown[]) => caught.errors.push(words),
  });
  return caught;
}
