import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface TabLink {
  to: string;
  text: string;
}

/** Parts of a screen that have addresses of their own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabLink[] }): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, text }) => (
        <Link key={to} to={to} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
