import { useState, type ReactNode } from 'react';
import { useChange } from '../../api/use-api.js';
import { Button } from '../controls/button.js';
import { Confirm } from './confirm.js';

/** A dangerous button. It tells what follows, and acts when the person says so again. */
export function AskFirst({
  action,
  title = action,
  text,
  size,
  look = 'danger',
  run,
  onDone,
}: {
  action: string;
  title?: string;
  text: string;
  size?: 'small' | undefined;
  /** `plain` where a list repeats the button. */
  look?: 'danger' | 'plain';
  run: () => Promise<unknown>;
  onDone: () => void;
}): ReactNode {
  const [asked, setAsked] = useState(false);
  const act = useChange(run, () => {
    setAsked(false);
    onDone();
  });
  return (
    <>
      <Button
        look={look}
        size={size}
        onClick={() => {
          act.reset();
          setAsked(true);
        }}
      >
        {action}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={title}
        text={text}
        action={action}
        danger
        busy={act.isPending}
        error={act.error}
        onConfirm={() => act.mutate(undefined)}
      />
    </>
  );
}
