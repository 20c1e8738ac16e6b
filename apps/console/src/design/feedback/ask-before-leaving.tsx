import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.js';
import { Confirm } from './confirm.js';

/** Asks before a screen with typed work is left, by a link or with the browser. A save goes on with `ignoreBlocker`. */
export function AskBeforeLeaving({ unsaved }: { unsaved: boolean }): ReactNode {
  const { common } = useWords();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Confirm
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title={common.unsaved}
      text={common.unsavedText}
      action={common.leave}
      danger
      busy={false}
      error={null}
      onConfirm={() => proceed?.()}
    />
  );
}
