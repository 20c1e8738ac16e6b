import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import type { Words } from '../../words/english.js';
import { useWords } from '../../words/use-words.js';

export type Campaign = Schema<'Campaign'>;

const tones: Record<Campaign['state'], Tone> = { draft: 'idle', running: 'good', paused: 'warn', ended: 'idle' };

export function CampaignState({ state }: { state: Campaign['state'] }): ReactNode {
  const { campaigns } = useWords();
  return <Badge tone={tones[state]}>{campaigns.states[state]}</Badge>;
}

export function nameOfTrigger({ trigger }: Pick<Campaign, 'trigger'>, { builder }: Words): string {
  if (trigger.lifecycle !== undefined) return builder.lifecycle[trigger.lifecycle];
  return trigger.event_name ?? '';
}
