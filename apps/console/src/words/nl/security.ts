import type { security as english } from '../en/security.js';

export const security: typeof english = {
  subtitle: 'Een tweede factor houdt vreemden buiten, ook met je wachtwoord.',
  app: 'Codes van een app',
  appText: 'Een app op je telefoon toont elke 30 seconden een nieuwe code.',
  on: 'Aan',
  off: 'Uit',
  add: 'Instellen',
  remove: 'Weghalen',
  removeText:
    'Met een wachtwoord alleen kan men zich dan als jou aanmelden. Je herstelcodes werken niet meer. Typ de code die je app nu toont, of een van je herstelcodes.',
  removed: 'De codes worden niet meer gevraagd.',
  scan: 'Scan het beeld met je app en typ de code die hij toont.',
  orType: 'Of typ dit geheim:',
  code: 'Code',
  confirm: 'Bevestigen',
  recovery: 'Herstelcodes',
  recoveryText: 'Bewaar ze veilig. Elk werkt één keer, als je je telefoon kwijt bent.',
};
