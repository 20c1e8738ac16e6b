import type { Ces } from '@ces/sdk';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { needed, type Command } from '../command-line/command.ts';
import { Installation, kindOf } from '../configuration/installation.ts';
import { readOne } from '../configuration/read-folder.ts';
import { toIds } from '../configuration/references.ts';
import { sinceOf } from './read-data.ts';

interface Backtest {
  id: string;
  state: string;
  progress: number;
  judged: number;
  matched: number;
  refused: Record<string, number>;
  units: number;
  coupons: number;
  points: number;
}

const simulate: Command = {
  name: 'simulate',
  args: '<campaign.yaml>',
  does: 'Judge the events that were really received by an unsaved campaign, and change nothing',
  options: { since: { value: 'time', does: '30d by default; or 12h, or a moment' } },
  async run(context) {
    const { out, signal } = context;
    const file = needed(context, 0, 'the file of the campaign');
    const { content } = readOne(kindOf('campaigns'), dirname(file), basename(file), context.env);
    const ces = context.ces();
    const { content: body, missing } = await toIds(content, new Installation(ces));
    if (missing.length > 0) {
      throw new Error(
        `There is no ${missing.map(({ kind, name }) => `${kind}/${name}`).join(', ')}: run ces apply for it first.`,
      );
    }
    const campaign = Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'state'));
    const since = sinceOf(context.text('since') ?? '30d');
    const found = await finished(ces, { campaign, since }, signal, (share) => {
      out.progress(share, 'judging');
    });
    const refused = Object.entries(found.refused).sort(([, a], [, b]) => b - a);
    const lines = [
      `since ${since}: ${found.judged} events judged, ${found.matched} would have matched`,
      ...refused.map(([reason, count]) => `  refused by ${reason}: ${count}`),
      `  cost: ${found.units} units (${found.coupons} coupons, ${found.points} points)`,
    ];
    out.result(found, lines.join('\n'));
  },
};

async function finished(
  ces: Ces,
  body: object,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Backtest> {
  const path = '/api/1/admin/campaigns';
  const { id } = await ces.request<{ id: string }>('POST', `${path}:backtest`, { body, signal });
  for (;;) {
    const seen = await ces.request<Backtest>('GET', `${path}/backtests/${id}`, { signal });
    onProgress(seen.progress);
    if (seen.state === 'finished') return seen;
    if (seen.state === 'failed') throw new Error('The backtest has failed.');
    await sleep(300, undefined, { signal });
  }
}

export const simulateCommands = [simulate];
