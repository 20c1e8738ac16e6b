import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { paceOf } from '../../design/data/panel-list.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { StopWork } from '../../design/feedback/stop-work.js';
import { say } from '../../design/feedback/toasts.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';

type Job = Schema<'Job'>;
type Service = NonNullable<Schema<'ReplayDeadLetters'>['service']>;
const shown = 3;
const tones: Record<Job['state'], Tone> = {
  waiting: 'info',
  running: 'info',
  finished: 'good',
  cancelled: 'idle',
  failed: 'bad',
};

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
  const { items: jobs } = useList('/api/1/admin/jobs', { query: { limit: shown }, pace: paceOf });
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
  const { data: session } = useQuery(sessionQuery);
  const stops = job.finished_at === null && may(session, 'dead-letters:manage');
  return (
    <div className="panel">
      <div className="row spread">
        <span className="row">
          <strong>{job.request.service ?? operations.allServices}</strong>
          <span className="faint small">
            <Moment at={job.created} />
          </span>
        </span>
        <span className="row">
          <Badge tone={tones[job.state]}>{operations.states[job.state]}</Badge>
          {stops && <StopWork run={() => call('post', '/api/1/admin/jobs/{id}:cancel', { path: { id: job.id } })} />}
        </span>
      </div>
      <progress className="meter" max={1} value={job.progress} aria-label={operations.replays} />
      <p className="small soft">{operations.replayCounts(format.number(job.done), format.number(job.failed))}</p>
      {job.obstacle !== null && <p className="notice warn">{job.obstacle}</p>}
    </div>
  );
}
