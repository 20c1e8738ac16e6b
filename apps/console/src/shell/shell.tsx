import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { may, sessionQuery } from '../api/session.js';
import { Button } from '../design/controls/button.js';
import { Toasts } from '../design/feedback/toasts.js';
import { useWords } from '../words/use-words.js';
import { AccountMenu } from './account-menu.js';
import { ClientSwitcher } from './client-switcher.js';
import { nameOf, places } from './navigation.js';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

/** The frame of every screen: navigation, search, the client, the account. */
export function Shell(): ReactNode {
  const words = useWords();
  const [menuOpen, setMenuOpen] = useState(false);
  const [finding, setFinding] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    setMenuOpen(false);
  }, [path]);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setFinding(true);
    };
    window.addEventListener('keydown', open);
    return () => {
      window.removeEventListener('keydown', open);
    };
  }, []);
  const close = (): void => {
    setMenuOpen(false);
  };
  return (
    <div
      className="shell"
      data-menu={menuOpen ? 'open' : 'closed'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <a className="skip-link" href="#main">
        {words.common.skipToContent}
      </a>
      <Navigation />
      {menuOpen && <button type="button" className="side-shade" aria-label={words.shell.closeMenu} onClick={close} />}
      <div>
        <header className="topbar">
          <Button
            className="menu-toggle"
            look="plain"
            aria-label={words.shell.openMenu}
            aria-expanded={menuOpen}
            icon={<MenuIcon />}
            onClick={() => {
              setMenuOpen(true);
            }}
          />
          <button
            type="button"
            className="find-button"
            onClick={() => {
              setFinding(true);
            }}
          >
            <Search aria-hidden="true" />
            <span>{words.shell.find}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <div className="space" />
          <ClientSwitcher />
          <AccountMenu />
        </header>
        <Outlet />
      </div>
      <Suspense fallback={null}>
        {finding && (
          <Palette
            onClose={() => {
              setFinding(false);
            }}
          />
        )}
      </Suspense>
      <Toasts />
    </div>
  );
}

function Navigation(): ReactNode {
  const words = useWords();
  const { data: session } = useQuery(sessionQuery);
  const shown = places.filter(({ scopes }) => scopes.length === 0 || may(session, ...scopes));
  return (
    <nav className="side" aria-label={words.shell.navigation}>
      <div className="side-inner">
        <Link to="/" className="brand">
          <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" />
          {words.common.product}
        </Link>
        {shown.map((place, index) => {
          const { to, icon: Icon, group } = place;
          const isFirst = group !== undefined && shown[index - 1]?.group !== group;
          return (
            <div key={to}>
              {isFirst && <div className="nav-group">{words.shell[group]}</div>}
              <Link to={to} className="nav-item" activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon aria-hidden="true" />
                {nameOf(place, words)}
              </Link>
            </div>
          );
        })}
      </div>
    </nav>
  );
}
