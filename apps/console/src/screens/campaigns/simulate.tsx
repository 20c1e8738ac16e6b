import { CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { parseJson } from '../../api/parse-json.js';
import type { Schema } from '../../api/routes.js';
import { useQuestion } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { CodeEditor } from '../../design/editor/code-editor.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { useWords } from '../../words/use-words.js';
import type { Campaign } from './campaign-state.js';

type Simulation = Schema<'Simulation'>;

/** Judges an invented event of a real person. */
export function Simulate({ campaign, onClose }: { campaign: Campaign; onClose: () => void }): ReactNode {
  const { campaigns } = useWords();
  const [userId, setUserId] = useState('');
  const [data, setData] = useState('{\n  "amount": 1250\n}');
  const judge = useQuestion(async () =>
    call('post', '/api/1/admin/campaigns/{id}:simulate', {
      path: { id: campaign.id },
      body: { user_id: userId.trim(), event_name: campaign.trigger.event_name ?? '', data: parseJson(data) },
    }),
  );
  const button = (
    <Button type="submit" look="primary" busy={judge.isPending} disabled={userId.trim() === ''}>
      {campaigns.judge}
    </Button>
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${campaigns.simulate}: ${campaign.name}`}
      description={campaigns.simulateText}
      foot={button}
      onSubmit={() => judge.mutate(undefined)}
    >
      <TextField label={campaigns.person} value={userId} onChange={setUserId} spellCheck={false} />
      <CodeEditor label={campaigns.data} language="json" value={data} onChange={setData} lines={6} />
      {judge.error && <Problem error={judge.error} />}
      {judge.data && <Verdict simulation={judge.data} />}
    </Dialog>
  );
}

function Verdict({ simulation: { matched, steps } }: { simulation: Simulation }): ReactNode {
  const { campaigns } = useWords();
  // A draft is tried before its start, so its state does not stop the verdict of the other steps.
  const stopped = steps.findIndex(({ step, passed }) => !passed && step !== 'state');
  const fits = stopped === -1;
  return (
    <div className="stack" role="status">
      <div>
        <Badge tone={fits ? 'good' : 'warn'}>
          {matched ? campaigns.wouldGet : fits ? campaigns.wouldOnceRunning : campaigns.wouldNot}
        </Badge>
      </div>
      <ul>
        {steps.map(({ step, passed, detail }, index) => {
          const reached = fits || index <= stopped;
          return (
            <li key={step} className="row">
              <StepIcon passed={passed} reached={reached} />
              <span>{campaigns.steps[step] ?? step}</span>
              <span className="soft small">{reached ? (detail ?? '') : campaigns.notReached}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function StepIcon({ passed, reached }: { passed: boolean; reached: boolean }): ReactNode {
  const { campaigns } = useWords();
  if (!reached) return <CircleSlash size={16} className="faint" aria-label={campaigns.notReached} />;
  if (passed) return <CircleCheck size={16} className="is-good" aria-label={campaigns.passed} />;
  return <CircleX size={16} className="is-bad" aria-label={campaigns.failed} />;
}
