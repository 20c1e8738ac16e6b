import { needed, UsageError, type Command, type Context } from '../command-line/command.ts';
import { doStep } from '../configuration/apply.ts';
import { writeSchemas } from '../configuration/editor-schemas.ts';
import { Installation } from '../configuration/installation.ts';
import { kinds, type KindName } from '../configuration/kinds.ts';
import { endsForGood, planOf, type Step } from '../configuration/plan.ts';
import { pull } from '../configuration/pull.ts';
import { readFolder } from '../configuration/read-folder.ts';

const drift = 2;
const prune = { does: 'also remove what has a key and no file, of each kind that has files' };

const diff: Command = {
  name: 'diff',
  args: '<folder>',
  does: 'Show where an installation differs from files: exit code 2 if it does',
  options: { prune },
  async run(context) {
    const wanted = readFolder(needed(context, 0, 'the folder'), context.env);
    const steps = await planOf(wanted, new Installation(context.ces()), context.flag('prune'));
    show(context, steps);
    return steps.some(changes) ? drift : 0;
  },
};

const apply: Command = {
  name: 'apply',
  args: '<folder>',
  does: 'Make an installation like files; it is safe to repeat',
  options: { prune, yes: { does: 'remove what --prune finds without a question' } },
  async run(context) {
    const { out, signal } = context;
    const wanted = readFolder(needed(context, 0, 'the folder'), context.env);
    const installation = new Installation(context.ces());
    const steps = await planOf(wanted, installation, context.flag('prune'));
    show(context, steps);
    const removed = steps.filter(({ action }) => action === 'delete');
    if (removed.length > 0 && !context.flag('yes')) await confirm(context, removed);
    const todo = steps.filter(changes);
    let count = 0;
    try {
      for (const step of todo) {
        if (signal.aborted) throw new Error('You have ended it.');
        const { secret } = await doStep(step, wanted, installation);
        count += 1;
        const { kind, key, action } = step;
        const shown = secret === undefined ? '' : `  secret: ${secret} (shown this once)`;
        out.line(
          { kind, key, action, done: true, ...(secret === undefined ? {} : { secret }) },
          `${past[action]} ${kind}/${key}${shown}`,
        );
      }
    } catch (error) {
      const open = todo.slice(count).map(({ kind, key }) => `${kind}/${key}`);
      out.remark(
        `Done: ${count} of ${todo.length}. Not done: ${open.join(', ')}. Run the same command again to finish.`,
      );
      throw error;
    }
    if (!out.isJson) out.result({}, count === 0 ? 'Nothing to do.' : `${count} done.`);
    return 0;
  },
};

async function confirm({ out }: Context, removed: readonly Step[]): Promise<void> {
  const names = removed.map(({ kind, key }) => `${kind}/${key}`).join(', ');
  const answer = await out.ask(`${names}: removed for good. Type yes to go on: `);
  if (answer === undefined) throw new UsageError(`--prune would remove ${names} for good: say so by --yes`);
  if (answer.trim() !== 'yes') throw new Error('Nothing was changed.');
}

const past = { create: 'created', update: 'updated', delete: 'removed', unchanged: 'unchanged', stays: 'stays' };
const marks = { create: '+', update: '~', delete: '-', unchanged: ' ', stays: '!' };

function changes({ action }: Step): boolean {
  return action !== 'unchanged' && action !== 'stays';
}

function show({ out }: Context, steps: readonly Step[]): void {
  const lines = steps
    .filter(({ action }) => action !== 'unchanged')
    .flatMap((step) => [
      `${marks[step.action]} ${step.kind}/${step.key}${noteOf(step)}`,
      ...step.differences.map(({ pointer, before, after }) => `    ${pointer}: ${short(before)} → ${short(after)}`),
    ]);
  const counts = (['create', 'update', 'delete', 'unchanged'] as const).map(
    (action) => `${steps.filter((step) => step.action === action).length} to ${action}`,
  );
  const marked = steps.map((step) => ({ ...step, ends_for_good: endsForGood(step) }));
  out.result(marked, [...lines, counts.join(', ').replace('to unchanged', 'unchanged')].join('\n'));
}

function noteOf(step: Step): string {
  if (step.action === 'stays') return ': has no file, and nobody can delete it';
  return endsForGood(step) ? ': ends for good' : '';
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

const pullCommand: Command = {
  name: 'pull',
  args: '<folder>',
  does: 'Write files from a running installation, with schemas for editors',
  options: { only: { value: 'kinds', does: `separated by commas: ${kinds.map(({ name }) => name).join(', ')}` } },
  async run(context) {
    const { out } = context;
    const folder = needed(context, 0, 'the folder');
    const ces = context.ces();
    await writeSchemas(folder, ces);
    const pulled = await pull(folder, new Installation(ces), chosen(context.text('only')));
    const lines = pulled.map(({ file, adopts, variables }) => {
      const notes = [
        ...(adopts ? ['ces apply gives it this key'] : []),
        ...(variables.length > 0 ? [`set ${variables.join(', ')}: values of headers are not written`] : []),
      ];
      return notes.length > 0 ? `${file} (${notes.join('; ')})` : file;
    });
    out.result(pulled, [...lines, `${pulled.length} files in ${folder}`].join('\n'));
  },
};

const schemas: Command = {
  name: 'schemas',
  args: '<folder>',
  does: 'Write JSON Schemas for editors into a folder of files',
  async run(context) {
    const folder = needed(context, 0, 'the folder');
    await writeSchemas(folder, context.ces());
    context.out.result({ folder }, `${kinds.length} schemas in ${folder}/.schemas`);
  },
};

function chosen(given: string | undefined): KindName[] {
  if (given === undefined) return kinds.map(({ name }) => name);
  return given.split(',').map((name) => {
    const found = kinds.find((kind) => kind.name === name.trim());
    if (found === undefined) throw new UsageError(`there is no kind ${name}`);
    return found.name;
  });
}

export const configurationCommands = [diff, apply, pullCommand, schemas];
