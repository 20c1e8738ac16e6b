import { openAsBlob } from 'node:fs';
import { needed, UsageError, type Command } from '../command-line/command.ts';

const shownFaults = 20;

const importMembers: Command = {
  name: 'import',
  args: '<file>',
  does: 'Import members from NDJSON or CSV, and show the faults by line',
  options: {
    'dry-run': { does: 'judge every line and change nothing' },
    format: { value: 'format', does: 'ndjson or csv; a name that ends in .csv is CSV' },
  },
  async run(context) {
    const { out, signal } = context;
    const path = needed(context, 0, 'the file');
    const format = context.text('format') ?? (path.endsWith('.csv') ? 'csv' : 'ndjson');
    if (format !== 'csv' && format !== 'ndjson') throw new UsageError('--format must be ndjson or csv');
    const ces = context.ces();
    const begun = await ces.imports.begin(
      { file: await openAsBlob(path), format, dryRun: context.flag('dry-run') },
      { signal },
    );
    const onProgress = ({ progress, state }: { progress: number; state: string }): void => {
      out.progress(progress, state);
    };
    const { created, updated, unchanged, refused, ...rest } = await ces.imports.finished(begun.id, {
      onProgress,
      signal,
    });
    const faults = await ces.imports.faults(begun.id).all(out.isJson ? Infinity : shownFaults);
    const would = rest.dry_run ? 'would be ' : '';
    const lines = [
      `${would}created ${created}, updated ${updated}, unchanged ${unchanged}, refused ${refused}`,
      ...faults.map(({ line, pointer, code, detail }) => `line ${line} ${pointer}: ${code}: ${detail}`),
      ...(refused > faults.length && faults.length === shownFaults ? ['… --json and the API have all faults.'] : []),
    ];
    out.result({ ...rest, created, updated, unchanged, refused, faults }, lines.join('\n'));
    return refused > 0 ? 1 : 0;
  },
};

export const importCommands = [importMembers];
