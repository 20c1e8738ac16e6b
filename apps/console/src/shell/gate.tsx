import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api/session.js';
import { Problem } from '../design/feedback/problem.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';

/** Shows the screens to a signed-in operator, and the way in to anybody else. */
export function Gate(): ReactNode {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (session) return <Shell />;
  if (session === null) return <SignIn />;
  if (error === null) return <div className="door" />;
  return (
    <main className="door" id="main">
      <Problem error={error} onRetry={() => void refetch()} />
    </main>
  );
}
