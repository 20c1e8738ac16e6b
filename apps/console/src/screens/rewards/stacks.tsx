import { Coins } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Check, TextArea, TextField } from '../../design/controls/fields.js';
import { Moment } from '../../design/data/moment.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { useWords } from '../../words/use-words.js';
import { linesOf } from '../../design/controls/lines.js';
import { RewardsPage } from './rewards-page.js';

type Stack = Schema<'Stack'>;

export function Stacks(): ReactNode {
  const { rewards, common } = useWords();
  return (
    <ListScreen<Stack>
      frame={RewardsPage}
      scope="rewards:manage"
      label={rewards.stacks}
      make={rewards.newStack}
      list={useList('/api/1/admin/stacks')}
      keyOf={({ id }) => id}
      columns={[
        { title: common.name, main: true, cell: ({ name }) => name },
        { title: rewards.blocks, cell: ({ blocks }) => blocks.map(({ name }) => name).join(', ') },
        { title: common.id, cell: ({ id }) => <Copyable text={id} /> },
        { title: common.created, cell: ({ created }) => <Moment at={created} /> },
      ]}
      empty={{ icon: <Coins />, title: rewards.noStacks, text: rewards.noStacksText }}
      form={(stack, close) => <StackForm stack={stack} onClose={close} />}
    />
  );
}

function StackForm({ stack, onClose }: { stack: Stack | undefined; onClose: () => void }): ReactNode {
  const { rewards, common } = useWords();
  const [name, setName] = useState(stack?.name ?? '');
  const [blocks, setBlocks] = useState(stack?.blocks.map((block) => block.name).join('\n') ?? '');
  const [negative, setNegative] = useState(stack?.allow_negative ?? false);
  const save = useChange(
    () => {
      // A block that kept its name keeps its id, and with it the points.
      const named = linesOf(blocks).map((text) => stack?.blocks.find((block) => block.name === text) ?? { name: text });
      const body = { name, allow_negative: negative, ...(named.length === 0 ? {} : { blocks: named }) };
      return stack === undefined
        ? call('post', '/api/1/admin/stacks', { body })
        : call('put', '/api/1/admin/stacks/{id}', { path: { id: stack.id }, body });
    },
    () => {
      say(stack === undefined ? rewards.stackMade : common.saved);
      onClose();
    },
  );
  const button = (
    <Button type="submit" look="primary" busy={save.isPending} disabled={name.trim() === ''}>
      {common.save}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={stack?.name ?? rewards.newStack}
      foot={button}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField label={common.name} value={name} onChange={setName} fault={save.error?.faultAt('#/name')} />
      <TextArea label={rewards.blocks} hint={rewards.blocksHint} value={blocks} onChange={setBlocks} />
      <Check label={rewards.allowNegative} checked={negative} onChange={setNegative} />
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}
