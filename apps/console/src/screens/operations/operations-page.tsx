import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { Page } from '../../design/layout/page.js';
import { Tabs, type TabLink } from '../../design/layout/tabs.js';
import { useWords } from '../../words/use-words.js';

function useTabs(): TabLink[] {
  const { operations } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const tabs: [path: string, text: string, ...scopes: string[]][] = [
    ['health', operations.health, 'admin:read'],
    ['dead-letters', operations.deadLetters, 'dead-letters:manage', 'admin:read'],
    ['imports', operations.imports, 'admin:read'],
    ['reconcile', operations.reconcile, 'admin:read'],
  ];
  return tabs
    .filter(([, , ...scopes]) => may(session, ...scopes))
    .map(([path, text]) => ({ to: `/operations/${path}`, text }));
}

/** The first screen that the role may read. */
export function FirstOperations(): ReactNode {
  const [first] = useTabs();
  return first === undefined ? null : <Navigate to={first.to} replace />;
}

/** The frame of the screens for people on call. */
export function OperationsPage({ actions, children }: { actions?: ReactNode; children: ReactNode }): ReactNode {
  const { operations } = useWords();
  return (
    <Page title={operations.title} subtitle={operations.subtitle} actions={actions}>
      <Tabs label={operations.title} tabs={useTabs()} />
      {children}
    </Page>
  );
}
