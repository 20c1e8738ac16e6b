import { campaignCommands } from './commands/campaigns.ts';
import { configurationCommands } from './commands/configuration.ts';
import { doctorCommands } from './commands/doctor.ts';
import { eventCommands } from './commands/events.ts';
import { importCommands } from './commands/imports.ts';
import { listenCommands } from './commands/listen.ts';
import { loginCommands } from './commands/login.ts';
import { seedCommands } from './commands/seed.ts';
import { segmentCommands } from './commands/segments.ts';
import { simulateCommands } from './commands/simulate.ts';
import { triggerCommands } from './commands/trigger.ts';
import { userCommands } from './commands/users.ts';
import { webhookCommands } from './commands/webhooks.ts';
import type { Command } from './command-line/command.ts';
import { completionOf, shells } from './command-line/completion.ts';

const others: readonly Command[] = [
  ...loginCommands,
  ...listenCommands,
  ...triggerCommands,
  ...eventCommands,
  ...webhookCommands,
  ...segmentCommands,
  ...importCommands,
  ...campaignCommands,
  ...userCommands,
  ...configurationCommands,
  ...simulateCommands,
  ...seedCommands,
  ...doctorCommands,
];

const completion: Command = {
  name: 'completion',
  args: `<${shells.join('|')}>`,
  does: 'Print the completion of a shell: eval "$(ces completion bash)"',
  run({ args, out }) {
    const script = completionOf(args[0], [...others, completion]);
    out.result({ script }, script);
    return Promise.resolve();
  },
};

export const commands: readonly Command[] = [...others, completion];
