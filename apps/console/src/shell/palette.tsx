import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, User } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { may, sessionQuery } from '../api/session.js';
import { useRead } from '../api/use-api.js';
import { useSettled } from '../design/time/use-settled.js';
import { useWords } from '../words/use-words.js';
import { nameOf, places } from './navigation.js';

const shortest = 2;

interface Hit {
  key: string;
  icon: ReactNode;
  text: string;
  beside?: string | undefined;
  to: string;
}

/** Finds customers and pages by keyboard. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(text);
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    onClose();
    void navigate({ to: hit.to });
  };
  const steer = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((at + step + hits.length) % Math.max(hits.length, 1));
    } else if (event.key === 'Enter') open(hits[at]);
  };
  return (
    <Base.Root open onOpenChange={onClose}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog palette" aria-label={words.shell.find}>
          <input
            className="palette-input"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={hits[at] && `hit-${hits[at].key}`}
            aria-label={words.shell.find}
            placeholder={words.shell.findHint}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={steer}
          />
          <div className="palette-list" role="listbox" id="palette-list" aria-label={words.common.search}>
            {hits.map((hit, index) => (
              <div
                key={hit.key}
                id={`hit-${hit.key}`}
                role="option"
                aria-selected={index === at}
                className="palette-item"
                onMouseMove={() => {
                  setAt(index);
                }}
                onClick={() => {
                  open(hit);
                }}
              >
                {hit.icon}
                <span>{hit.text}</span>
                <span className="faint small">{hit.beside}</span>
                {index === at && <CornerDownLeft aria-hidden="true" />}
              </div>
            ))}
          </div>
          <div role="status">
            {hits.length === 0 && <div className="palette-item faint">{words.shell.nothingFound}</div>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function useHits(text: string): Hit[] {
  const words = useWords();
  const { data: session } = useQuery(sessionQuery);
  const asked = useSettled(text.trim());
  const { data: found } = useRead('/api/1/admin/users', {
    query: { q: asked, limit: 6 },
    enabled: asked.length >= shortest && may(session, 'users:read'),
  });
  const pages = places
    .filter(({ scopes }) => scopes.length === 0 || may(session, ...scopes))
    .filter((place) => nameOf(place, words).toLowerCase().includes(text.trim().toLowerCase()))
    .map((place): Hit => {
      const { icon: Icon, to } = place;
      return { key: place.word, icon: <Icon aria-hidden="true" />, text: nameOf(place, words), to };
    });
  const people = (found ?? [])
    .filter((each) => 'user_id' in each)
    .map(({ user_id, name, username }): Hit => ({
      key: user_id,
      icon: <User aria-hidden="true" />,
      text: name ?? username ?? user_id,
      beside: name === null ? undefined : (username ?? undefined),
      to: `/customers/${user_id}`,
    }));
  return asked.length >= shortest ? [...people, ...pages] : pages;
}
