import { openAsBlob } from 'node:fs';
import { needed, neededOption, type Command } from '../command-line/command.ts';

const upload: Command = {
  name: 'segments upload',
  args: '<file>',
  does: 'Upload a file of identifiers as a segment',
  options: {
    title: { value: 'title', does: 'the name of the segment' },
    identifier: { value: 'provider', does: 'the provider whose identifiers the file holds' },
    replace: { value: 'id', does: 'the segment that gets this file' },
    wait: { does: 'until its members are known' },
  },
  async run(context) {
    const { out, signal } = context;
    const file = await openAsBlob(needed(context, 0, 'the file'));
    const segment = { title: neededOption(context, 'title'), identifier: neededOption(context, 'identifier'), file };
    const ces = context.ces();
    const replaced = context.text('replace');
    const sent =
      replaced === undefined
        ? ces.segments.upload(segment, { signal })
        : ces.segments.replace(replaced, segment, { signal });
    const onProgress = ({ state, progress }: { state: string; progress?: number }): void => {
      out.progress(state === 'processed' ? 1 : (progress ?? 0), state);
    };
    const found = context.flag('wait') ? await sent.processed({ onProgress, signal }) : await sent;
    const counts = `${found.externalUserCount} identifiers, ${found.internalUserCount} users`;
    out.result(found, `${found.id} ${found.state}${found.state === 'processed' ? `: ${counts}` : ''}`);
  },
};

const list: Command = {
  name: 'segments list',
  does: 'List the segments',
  async run(context) {
    const ces = context.ces();
    const columns = ['id', 'name', 'identifier', 'state', 'externalUserCount', 'internalUserCount'];
    context.out.table(await ces.segments.list().all(), columns);
  },
};

export const segmentCommands = [upload, list];
