import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { say } from '../../design/feedback/toasts.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';

type Job = Schema<'Job'>;
type Service = NonNullable<Schema<'ReplayDeadLetters'>['service']>;
const shown = 3;

/** Begins a job, which goes on without the browser. */
export function ReplayAll({ service }: { service: string | undefined }): ReactNode {
  const { operations } = useWords();
  const [asked, setAsked] = useState(false);
  const begin = useChange(
    () =>
      call('post', '/api/1/admin/dead-letters:replay', {
        // The filter of the screen offers these names and no others.
        body: service === undefined ? {} : { service: service as Service },
      }),
    () => {
      setAsked(false);
      say(operations.replayBegun);
    },
  );
  const title = service === undefined ? operations.replayAll : operations.replayAllOf(service);
  return (
    <>
      <Button
        icon={<RotateCcw />}
        onClick={() => {
          begin.reset();
          setAsked(true);
        }}
      >
        {title}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={title}
        text={operations.replayAllText}
        action={operations.replay}
        busy={begin.isPending}
        error={begin.error}
        onConfirm={() => begin.mutate(undefined)}
      />
    </>
  );
}

/** The newest jobs, with how far they are. Whoever begins one, and wherever, finds it here. */
export function Replays(): ReactNode {
  const { operations } = useWords();
  const { data: jobs } = useRead('/api/1/admin/jobs', { query: { limit: shown }, every: 2_000 });
  if (jobs === undefined || jobs.length === 0) return null;
  return (
    <Section title={operations.replays}>
      {jobs.map((job) => (
        <Replay key={job.id} job={job} />
      ))}
    </Section>
  );
}

function Replay({ job }: { job: Job }): ReactNode {
  const { operations } = useWords();
  const format = useFormat();
  return (
    <div className="panel">
      <div className="row spread">
        <span className="row">
          <strong>{job.request.service ?? operations.allServices}</strong>
          <span className="faint small">
            <Moment at={job.created} />
          </span>
        </span>
        <Badge tone={job.state === 'finished' ? 'good' : job.state === 'failed' ? 'bad' : 'info'}>
          {operations.states[job.state]}
        </Badge>
      </div>
      <progress className="meter" max={1} value={job.progress} aria-label={operations.replays} />
      <p className="small soft">{operations.replayCounts(format.number(job.done), format.number(job.failed))}</p>
      {job.obstacle !== null && <p className="notice warn">{job.obstacle}</p>}
    </div>
  );
}
