import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { signInAddress } from '../api/session.js';
import { useWords } from '../words/use-words.js';

/** The way in. The form itself stands on identity's page, not here. */
export function SignIn(): ReactNode {
  const { shell } = useWords();
  return (
    <main className="door" id="main">
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="44" height="44" />
      <h1>{shell.signInTitle}</h1>
      <p className="soft">{shell.signInText}</p>
      <a className="button primary" href={signInAddress()}>
        <LogIn aria-hidden="true" />
        {shell.signIn}
      </a>
    </main>
  );
}
