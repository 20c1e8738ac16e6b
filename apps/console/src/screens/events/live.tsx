import { Link, useNavigate } from '@tanstack/react-router';
import { Pause, Play, Radio } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useChosenClient } from '../../api/chosen-client.js';
import { follow, type Frame } from '../../api/follow.js';
import { Refusal } from '../../api/refusal.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { Page } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';

interface Tailed {
  key: string;
  accepted: boolean;
  at: string;
  event_name: string;
  user_id: string | null;
  whole: unknown;
  detail: string | undefined;
}

/** Older ones leave the screen. */
const mostRows = 100_000;
const gatherMs = 250;

export function Live(): ReactNode {
  const { events, common } = useWords();
  const navigate = useNavigate();
  const [paused, setPaused] = useState(false);
  const [opened, setOpened] = useState<Tailed>();
  const { rows, isOpen, error, clear } = useTail(paused);
  return (
    <Page
      title={events.live}
      crumb={<Link to="/events">{events.title}</Link>}
      beside={<Badge tone={isOpen ? 'good' : 'idle'}>{isOpen ? events.following : events.connecting}</Badge>}
      subtitle={events.liveText}
      actions={
        <>
          <Button onClick={clear}>{events.clear}</Button>
          <Button icon={paused ? <Play /> : <Pause />} onClick={() => setPaused(!paused)}>
            {paused ? events.goOn : events.pause}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} />}
      <Table<Tailed>
        label={events.live}
        rows={rows}
        keyOf={({ key }) => key}
        onOpen={setOpened}
        columns={[
          { title: events.received, cell: ({ at }) => <Moment at={at} /> },
          {
            title: common.state,
            cell: ({ accepted }) => (
              <Badge tone={accepted ? 'good' : 'bad'}>{accepted ? events.accepted : events.refused}</Badge>
            ),
          },
          { title: events.name, main: true, cell: ({ event_name }) => <code>{event_name}</code> },
          { title: events.person, cell: ({ user_id }) => <code className="faint">{user_id ?? '—'}</code> },
          { title: events.data, cell: ({ whole, detail }) => <code className="soft">{detail ?? short(whole)}</code> },
        ]}
        empty={<Empty icon={<Radio />} title={events.waiting} text={events.waitingText} />}
      />
      {opened && (
        <Dialog open wide onClose={() => setOpened(undefined)} title={opened.event_name}>
          {opened.user_id !== null && (
            <div>
              <Button size="small" onClick={() => void navigate({ to: `/customers/${opened.user_id ?? ''}` })}>
                {events.person}
              </Button>
            </div>
          )}
          <CodeBlock value={opened.whole} label={events.data} />
        </Dialog>
      )}
    </Page>
  );
}

function short(whole: unknown): string {
  return JSON.stringify((whole as { data?: unknown }).data ?? {}).slice(0, 80);
}

function useTail(paused: boolean): { rows: Tailed[]; isOpen: boolean; error: Refusal | undefined; clear: () => void } {
  const client = useChosenClient();
  const [rows, setRows] = useState<Tailed[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<Refusal>();
  // After a pause it goes on where it was.
  const place = useRef<string>(undefined);
  useEffect(() => {
    place.current = undefined;
    setRows([]);
  }, [client]);
  useEffect(() => {
    if (paused) return undefined;
    setError(undefined);
    const end = new AbortController();
    let gathered: Tailed[] = [];
    // Hundreds may come in a second; each batch is one drawing.
    const draw = (): void => {
      if (gathered.length === 0) return;
      const fresh = gathered.reverse();
      gathered = [];
      setRows((before) => [...fresh, ...before].slice(0, mostRows));
    };
    const show = setInterval(draw, gatherMs);
    const take = (frame: Frame): void => {
      gathered.push(rowOf(frame));
    };
    follow('/api/1/terminal/events:tail', end.signal, take, setOpen, place).catch((reason: unknown) => {
      if (reason instanceof Refusal) setError(reason);
    });
    return () => {
      end.abort();
      clearInterval(show);
      draw();
      setOpen(false);
    };
  }, [paused, client]);
  return { rows, isOpen, error, clear: () => setRows([]) };
}

function rowOf({ id, event, data }: Frame): Tailed {
  const whole = JSON.parse(data) as {
    event_name: string;
    user_id: string | null;
    received_at?: string;
    at?: string;
    problem?: { detail?: string; title?: string };
  };
  return {
    key: id ?? crypto.randomUUID(),
    accepted: event === 'accepted',
    at: whole.received_at ?? whole.at ?? new Date().toISOString(),
    event_name: whole.event_name,
    user_id: whole.user_id,
    whole,
    detail: whole.problem?.detail ?? whole.problem?.title,
  };
}
