import { Ban, Download, EllipsisVertical, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useQuestion } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Menu, MenuItem, MenuLine } from '../../design/controls/menu.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { saveFile } from '../../design/controls/save-file.js';
import { useWords } from '../../words/use-words.js';

type Act = 'block' | 'unblock' | 'restore' | 'delete';

/** The acts of support on an account. Each one is asked for, and audited. */
export function CustomerActions({ user }: { user: Schema<'AdminUser'> }): ReactNode {
  const { customers, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [asked, setAsked] = useState<Act>();
  const path = { user_id: user.id };
  const acts: Record<Act, { text: string; done: string; run: () => Promise<unknown> }> = {
    block: {
      text: customers.blockText,
      done: customers.blockedNow,
      run: () => call('post', '/api/1/admin/users/{user_id}:deactivate', { path }),
    },
    unblock: {
      text: customers.unblockText,
      done: customers.unblockedNow,
      run: () => call('post', '/api/1/admin/users/{user_id}:reactivate', { path }),
    },
    restore: {
      text: customers.restoreText,
      done: customers.restored,
      run: () => call('post', '/api/1/admin/users/{user_id}:restore', { path }),
    },
    delete: {
      text: customers.deleteText,
      done: customers.deleted,
      run: () => call('post', '/api/1/user/{user_id}/delete', { path }),
    },
  };
  const change = useChange(
    (act: Act) => acts[act].run(),
    (_, act) => {
      setAsked(undefined);
      say(acts[act].done);
    },
  );
  const exporting = useQuestion(
    () => call('get', '/api/1/admin/users/{user_id}/export', { path }),
    (held) => {
      saveFile(`${user.id}.json`, JSON.stringify(held, null, 2), 'application/json');
      say(customers.exported);
    },
  );
  const isOpen = user.closed_at === null;
  const [blocks, deletes] = [isOpen && may(session, 'users:write'), may(session, 'users:delete')];
  const ask = (act: Act): void => {
    change.reset();
    setAsked(act);
  };
  return (
    <>
      <Button
        icon={<Download />}
        busy={exporting.isPending}
        onClick={() => exporting.mutate(undefined, { onError: complain })}
      >
        {customers.export}
      </Button>
      {(blocks || deletes) && (
        <Menu trigger={<Button aria-label={common.actions} icon={<EllipsisVertical />} />}>
          {blocks && user.deactivated_at === null && (
            <MenuItem icon={<Ban />} onClick={() => ask('block')}>
              {customers.block}
            </MenuItem>
          )}
          {blocks && user.deactivated_at !== null && (
            <MenuItem icon={<RotateCcw />} onClick={() => ask('unblock')}>
              {customers.unblock}
            </MenuItem>
          )}
          {deletes && !isOpen && (
            <MenuItem icon={<Undo2 />} onClick={() => ask('restore')}>
              {customers.restore}
            </MenuItem>
          )}
          {deletes && isOpen && (
            <>
              {blocks && <MenuLine />}
              <MenuItem danger icon={<Trash2 />} onClick={() => ask('delete')}>
                {customers.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === undefined ? '' : `${customers[asked]}: ${user.username ?? user.id}`}
        text={asked === undefined ? '' : acts[asked].text}
        action={asked === undefined ? '' : customers[asked]}
        danger={asked === 'delete' || asked === 'block'}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => asked && change.mutate(asked)}
      />
    </>
  );
}
