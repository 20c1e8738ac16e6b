import type { Backtest, NewCampaign } from '@ces/sdk';
import { basename, dirname } from 'node:path';
import { needed, type Command } from '../command-line/command.ts';
import { Installation, kindOf } from '../configuration/installation.ts';
import { readOne } from '../configuration/read-folder.ts';
import { toIds } from '../configuration/references.ts';
import { sinceOf } from './read-data.ts';

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
    const onProgress = ({ progress, state }: Backtest): void => {
      out.progress(progress, state);
    };
    // The service judges what the file says.
    const backtest = { campaign: campaign as unknown as NewCampaign, since };
    const found = await ces.campaigns.backtest(backtest, { signal, onProgress });
    const refused = Object.entries(found.refused).sort(([, a], [, b]) => b - a);
    const lines = [
      `since ${since}: ${found.judged} events judged, ${found.matched} would have matched`,
      ...refused.map(([reason, count]) => `  refused by ${reason}: ${count}`),
      `  cost: ${found.units} units (${found.coupons} coupons, ${found.points} points)`,
    ];
    out.result(found, lines.join('\n'));
  },
};

export const simulateCommands = [simulate];
