import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { Badge } from '../../design/data/badge.js';
import { useWords } from '../../words/use-words.js';

export function WebhookState({
  webhook: { state, disabled, queue },
}: {
  webhook: Schema<'WebhookDetails'>;
}): ReactNode {
  const { webhooks } = useWords();
  if (state === 'disabled') {
    return (
      <Badge tone="bad">
        {webhooks.disabled}
        {disabled !== null && `: ${webhooks.reasons[disabled.reason]}`}
      </Badge>
    );
  }
  if (queue.failures > 0) return <Badge tone="warn">{webhooks.retrying}</Badge>;
  return <Badge tone="good">{webhooks.enabled}</Badge>;
}
