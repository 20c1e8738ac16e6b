import type { portal as english } from '../en/portal.js';

export const portal: typeof english = {
  title: 'Bezorgingen van webhooks',
  subtitle: 'Wat je gestuurd is, en wat je ontvanger antwoordde.',
  ended: 'Deze link is verlopen',
  endedText: 'Vraag een nieuwe waar je hem kreeg.',
  catalogue: 'Gebeurtenissen die je krijgt',
  example: 'Voorbeeld',
  verify: 'Een bezorging controleren',
  verifyText: 'Elke bibliotheek voor Standard Webhooks doet het. Met Node:',
  until: (when) => `Deze pagina werkt tot ${when}.`,
  all: 'Alle webhooks',
  choose: 'Webhook',
};
