import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

export interface TabLink {
  to: string;
  text: string;
}

/** Parts of a screen that have addresses of their own. A phone shows some of them, among these the current one. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }): ReactNode {
  const strip = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    strip.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={strip} className="tabs" aria-label={label}>
      {tabs.map(({ to, text }) => (
        <Link key={to} to={to} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
