import type { ReactNode } from 'react';
import { Page } from '../../design/layout/page.js';
import { Tabs } from '../../design/layout/tabs.js';
import { useWords } from '../../words/use-words.js';

/** The frame that coupons, stacks and surveys share. */
export function RewardsPage({ actions, children }: { actions: ReactNode; children: ReactNode }): ReactNode {
  const { rewards } = useWords();
  return (
    <Page title={rewards.title} subtitle={rewards.subtitle} actions={actions}>
      <Tabs
        label={rewards.title}
        tabs={[
          { to: '/rewards', text: rewards.coupons },
          { to: '/rewards/stacks', text: rewards.stacks },
          { to: '/rewards/surveys', text: rewards.surveys },
        ]}
      />
      {children}
    </Page>
  );
}
