import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { Page } from '../../design/layout/page.js';
import { Tabs, type TabLink } from '../../design/layout/tabs.js';
import { useWords } from '../../words/use-words.js';

/** The settings that the role may read. */
function useTabs(): TabLink[] {
  const { settings } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const tabs: [path: string, text: string, ...scopes: string[]][] = [
    ['clients', settings.clients, 'clients:manage', 'admin:read'],
    ['providers', settings.providers, 'admin:read'],
    ['optins', settings.optins, 'optins:manage', 'admin:read'],
    ['cards', settings.cards, 'cards:manage', 'admin:read'],
    ['mails', settings.mails, 'admin:read'],
    ['operators', settings.operators, 'admin:read'],
    ['audit', settings.audit, 'audit:read'],
  ];
  return tabs
    .filter(([, , ...scopes]) => may(session, ...scopes))
    .map(([path, text]) => ({ to: `/settings/${path}`, text }));
}

/** The first of them. */
export function FirstSettings(): ReactNode {
  const [first] = useTabs();
  return first === undefined ? null : <Navigate to={first.to} replace />;
}

/** The frame of the settings. */
export function SettingsPage({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  const { settings } = useWords();
  return (
    <Page title={settings.title} subtitle={settings.subtitle} actions={actions}>
      <Tabs label={settings.title} tabs={useTabs()} />
      {children}
    </Page>
  );
}
