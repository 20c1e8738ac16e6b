import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Problem } from '../../design/feedback/problem.js';
import { useWords } from '../../words/use-words.js';

/** The secret that signs, read only when somebody asks to see it. */
export function Secret({ id }: { id: string }): ReactNode {
  const { webhooks } = useWords();
  const [shown, setShown] = useState(false);
  const { data, error } = useRead('/api/1/terminal/webhooks/{webhook_id}/secret', {
    path: { webhook_id: id },
    enabled: shown,
  });
  return (
    <div className="stack">
      {error && <Problem error={error} />}
      <div className="row spread">
        {shown && data ? <Copyable text={data.secret} /> : <code className="faint">whsec_••••••••••••</code>}
        <Button size="small" onClick={() => setShown(!shown)}>
          {shown ? webhooks.hideSecret : webhooks.showSecret}
        </Button>
      </div>
    </div>
  );
}
