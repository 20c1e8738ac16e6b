import type { Locale } from '@ces/contracts/locale';
import { escapeHtml } from '../http/problems/escape-html.js';
import { wordsOf } from './html-page.js';

/** Texts that the script shows later. */
const answers = ['mail_sent', 'mail_waits', 'mail_later', 'active', 'over'] as const;

interface Renewal {
  /** HTML of the button, which the page's script shows when the link is gone. */
  body: string;
  data: Record<string, string>;
}

/** The button that mails a new link to the holder of one that is gone. `renew.js` serves it. */
export function renewalAt(endpoint: string): (locale: Locale) => Renewal {
  const words = wordsOf('renewal', ['button', ...answers]);
  return (locale) => {
    const said = words(locale);
    return {
      body: `<form id="renewal" hidden>
<button id="renew">${escapeHtml(said.button)}</button>
</form>`,
      data: {
        locale: locale.replace('_', '-'),
        renewal: `${endpoint}?locale=${locale}`,
        ...Object.fromEntries(answers.map((name) => [name, said[name]])),
      },
    };
  };
}
