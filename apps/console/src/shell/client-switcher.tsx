import { useQuery } from '@tanstack/react-query';
import { AppWindow, Check, ChevronsUpDown } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { chooseClient, useChosenClient } from '../api/chosen-client.js';
import { clientsQuery } from '../api/session.js';
import { Button } from '../design/controls/button.js';
import { Menu, MenuItem } from '../design/controls/menu.js';
import { useWords } from '../words/use-words.js';

/** Events, segments and webhooks belong to clients, so an operator looks at those of one. */
export function ClientSwitcher(): ReactNode {
  const { shell } = useWords();
  const chosen = useChosenClient();
  const { data: clients } = useQuery(clientsQuery);
  useEffect(() => {
    // A public client has no secret, so nothing can be signed for it.
    const first = clients?.find((client) => !client.public) ?? clients?.[0];
    if (first && !clients?.some(({ id }) => id === chosen)) chooseClient(first.id);
  }, [clients, chosen]);
  if (clients === undefined || clients.length === 0) return null;
  const current = clients.find(({ id }) => id === chosen);
  const trigger = (
    <Button look="plain" icon={<AppWindow />} title={shell.clientHint}>
      <span className="wide-only">{current?.name ?? shell.chooseClient}</span>
      <span className="hidden-text">{shell.chooseClient}</span>
      <ChevronsUpDown aria-hidden="true" className="wide-only" />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="menu-label">{shell.clientHint}</div>
      {clients.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={id === chosen ? <Check /> : <span className="menu-space" />}
          onClick={() => chooseClient(id)}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
