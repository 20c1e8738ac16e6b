import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { caller } from './api/caller.js';
import { recallClient } from './api/chosen-client.js';
import { Refusal } from './api/refusal.js';
import { sessionQuery } from './api/session.js';
import './design/styles/tokens.css';
import './design/styles/base.css';
import './design/styles/controls.css';
import './design/styles/surfaces.css';
import './design/styles/data.css';
import './design/styles/layout.css';
import { makeRouter } from './routes.js';
import { applyTheme } from './shell/theme.js';
import { keepLanguage, loadWords, localeFor, ownLanguage, type Language } from './words/language.js';
import { SpeechContext, type Speech } from './words/use-words.js';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays one; only a lost answer is asked for again.
      retry: (count, error) => count < 2 && !(error instanceof Refusal && error.status > 0 && error.status < 500),
    },
  },
});
const router = makeRouter();

caller.signedOut = () => {
  if (caller.token === undefined) queries.setQueryData(sessionQuery.queryKey, null);
};
recallClient();
applyTheme();
await begin(ownLanguage());

async function begin(language: Language): Promise<void> {
  const words = await loadWords(language);
  takeLanguage(language);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element #root');
  createRoot(root).render(
    <StrictMode>
      <Console first={{ language, words }} />
    </StrictMode>,
  );
}

function takeLanguage(language: Language): void {
  caller.locale = localeFor(language);
  document.documentElement.lang = language;
}

function Console({ first }: { first: Pick<Speech, 'language' | 'words'> }): ReactNode {
  const [spoken, setSpoken] = useState(first);
  const speak = (language: Language): void => {
    keepLanguage(language);
    takeLanguage(language);
    void loadWords(language).then((words) => {
      setSpoken({ language, words });
      // Names and texts of the API come in its language.
      void queries.invalidateQueries();
    });
  };
  return (
    <CSPProvider disableStyleElements>
      <SpeechContext value={{ ...spoken, speak }}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SpeechContext>
    </CSPProvider>
  );
}
