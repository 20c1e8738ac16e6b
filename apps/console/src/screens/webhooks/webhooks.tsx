import { LinkIcon, Plus, Webhook as Icon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { PortalLink } from './portal-link.js';
import { WebhookForm } from './webhook-form.js';
import { WebhookTable } from './webhook-table.js';

export function Webhooks(): ReactNode {
  const { webhooks } = useWords();
  const [asked, setAsked] = useState<'new' | 'link'>();
  const list = useList('/api/1/terminal/webhooks');
  const close = (): void => setAsked(undefined);
  const make = (
    <Button look="primary" icon={<Plus />} onClick={() => setAsked('new')}>
      {webhooks.create}
    </Button>
  );
  const actions = (
    <>
      {(list.items?.length ?? 0) > 0 && (
        <Button icon={<LinkIcon />} onClick={() => setAsked('link')}>
          {webhooks.portalLink}
        </Button>
      )}
      {make}
    </>
  );
  return (
    <Page title={webhooks.title} subtitle={webhooks.subtitle} actions={actions}>
      <WebhookTable
        list={list}
        to={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty icon={<Icon />} title={webhooks.empty} text={webhooks.emptyText}>
            {make}
          </Empty>
        }
      />
      {asked === 'new' && <WebhookForm onClose={close} />}
      {asked === 'link' && <PortalLink ids={[]} onClose={close} />}
    </Page>
  );
}
