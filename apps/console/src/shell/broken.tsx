import { Link } from '@tanstack/react-router';
import { Compass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../design/controls/button.js';
import { Empty } from '../design/feedback/empty.js';
import { useWords } from '../words/use-words.js';

/** A screen threw. The rest of the console goes on. */
export function Broken(): ReactNode {
  const { common } = useWords();
  return (
    <main className="page" id="main">
      <Empty icon={<TriangleAlert />} title={common.brokenTitle} text={common.brokenText}>
        <Button
          onClick={() => {
            window.location.reload();
          }}
        >
          {common.reload}
        </Button>
      </Empty>
    </main>
  );
}

export function Missing(): ReactNode {
  const { common } = useWords();
  return (
    <main className="page" id="main">
      <Empty icon={<Compass />} title={common.missingTitle} text={common.missingText}>
        <Link to="/" className="button">
          {common.toHome}
        </Link>
      </Empty>
    </main>
  );
}
