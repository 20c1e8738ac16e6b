import { useNavigate } from '@tanstack/react-router';
import { CircleStop, Copy, EllipsisVertical, Pause, Play, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Menu, MenuItem } from '../../design/controls/menu.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';
import type { Campaign } from './campaign-state.js';

type Act = 'start' | 'pause' | 'end' | 'deleteDraft';

export function CampaignActions({ campaign }: { campaign: Campaign }): ReactNode {
  const { campaigns, common } = useWords();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Act>();
  const path = { id: campaign.id };
  const acts = {
    start: {
      text: campaigns.startText,
      done: campaigns.started,
      run: () => call('post', '/api/1/admin/campaigns/{id}:start', { path }),
    },
    pause: {
      text: campaigns.pauseText,
      done: campaigns.paused,
      run: () => call('post', '/api/1/admin/campaigns/{id}:pause', { path }),
    },
    end: {
      text: campaigns.endText,
      done: campaigns.ended,
      run: () => call('post', '/api/1/admin/campaigns/{id}:end', { path }),
    },
    deleteDraft: {
      text: campaigns.deleteText,
      done: campaigns.removed,
      run: () => call('delete', '/api/1/admin/campaigns/{id}', { path }),
    },
  };
  const change = useChange(
    (act: Act): Promise<unknown> => acts[act].run(),
    (_, act) => {
      setAsked(undefined);
      say(acts[act].done);
      if (act === 'deleteDraft') void navigate({ to: '/campaigns' });
    },
  );
  const clone = useChange(
    () => call('post', '/api/1/admin/campaigns/{id}:clone', { path, body: {} }),
    ({ id }) => {
      say(campaigns.cloned);
      void navigate({ to: `/campaigns/${id}/edit` });
    },
  );
  const { state } = campaign;
  const startWord = state === 'paused' ? campaigns.resume : campaigns.start;
  const ask = (act: Act): void => {
    change.reset();
    setAsked(act);
  };
  return (
    <>
      {state === 'running' && (
        <Button icon={<Pause />} onClick={() => ask('pause')}>
          {campaigns.pause}
        </Button>
      )}
      {(state === 'running' || state === 'paused') && (
        <Button icon={<CircleStop />} onClick={() => ask('end')}>
          {campaigns.end}
        </Button>
      )}
      {(state === 'draft' || state === 'paused') && (
        <Button look="primary" icon={<Play />} onClick={() => ask('start')}>
          {startWord}
        </Button>
      )}
      <Menu trigger={<Button aria-label={common.actions} icon={<EllipsisVertical />} />}>
        <MenuItem icon={<Copy />} onClick={() => clone.mutate(undefined, { onError: complain })}>
          {campaigns.clone}
        </MenuItem>
        {state === 'draft' && (
          <MenuItem danger icon={<Trash2 />} onClick={() => ask('deleteDraft')}>
            {campaigns.deleteDraft}
          </MenuItem>
        )}
      </Menu>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${asked === 'start' ? startWord : campaigns[asked ?? 'end']}: ${campaign.name}`}
        text={asked === undefined ? '' : acts[asked].text}
        action={asked === 'start' ? startWord : campaigns[asked ?? 'end']}
        danger={asked === 'end' || asked === 'deleteDraft'}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => asked && change.mutate(asked)}
      />
    </>
  );
}
