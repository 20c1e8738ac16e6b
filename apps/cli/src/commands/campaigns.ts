import type { Simulation } from '@ces/sdk';
import { needed, type Command } from '../command-line/command.ts';
import { readData } from './read-data.ts';

const simulate: Command = {
  name: 'campaigns simulate',
  args: '<campaign> <user> <event> [json|@file|-]',
  does: 'Judge an event that nobody sends, and change nothing',
  async run(context) {
    const [id, user_id, event_name] = ['the campaign', 'the user', 'the event'].map((name, index) =>
      needed(context, index, name),
    ) as [string, string, string];
    const ces = context.ces();
    const verdict = await ces.campaigns.simulate(id, { user_id, event_name, data: readData(context.args[3]) });
    context.out.result(verdict, textOf(verdict));
  },
};

function textOf({ name, matched, steps, effects }: Simulation): string {
  return [
    `${name}: ${matched ? 'would match' : 'would not match'}`,
    ...steps.map(
      ({ step, passed, detail }) => `  ${passed ? '✔' : '✘'} ${step}${detail === null ? '' : `: ${detail}`}`,
    ),
    ...effects.map((effect) => `  → ${JSON.stringify(effect)}`),
  ].join('\n');
}

const list: Command = {
  name: 'campaigns list',
  does: 'List the campaigns',
  async run(context) {
    const ces = context.ces();
    context.out.table(await ces.campaigns.list().all(), ['id', 'key', 'name', 'state', 'version', 'used']);
  },
};

export const campaignCommands = [simulate, list];
