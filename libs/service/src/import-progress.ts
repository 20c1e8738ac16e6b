import { ScrapedGauge } from '@ces/messaging/metrics/scraped-gauge';

/** The imports that are not done: their lines that are left, and the age of the oldest in seconds. */
export interface ImportProgress {
  lines: number;
  seconds: number;
}

const lines = new ScrapedGauge('ces_import_lines_waiting', 'Lines of whole files that are not imported yet', 'kind');
const age = new ScrapedGauge('ces_import_age_seconds', 'Age of the oldest whole file that is not imported yet', 'kind');

/** The result ends it. */
export function watchImports(kind: string, read: () => Promise<ImportProgress>): () => void {
  const ends = [
    lines.watch(async () => [[{ kind }, (await read()).lines]]),
    age.watch(async () => [[{ kind }, (await read()).seconds]]),
  ];
  return () => {
    for (const end of ends) end();
  };
}
