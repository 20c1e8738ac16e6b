import type { portal as english } from '../en/portal.js';

export const portal: typeof english = {
  title: 'Zustellungen von Webhooks',
  subtitle: 'Was dir gesendet wurde, und was dein Empfänger antwortete.',
  ended: 'Dieser Link gilt nicht mehr',
  endedText: 'Bitte um einen neuen, wo du ihn bekommen hast.',
  catalogue: 'Ereignisse, die du bekommst',
  example: 'Beispiel',
  verify: 'Eine Zustellung prüfen',
  verifyText: 'Jede Bibliothek für Standard Webhooks kann das. Mit Node:',
  until: (when) => `Diese Seite gilt bis ${when}.`,
  all: 'Alle Webhooks',
  choose: 'Webhook',
};
