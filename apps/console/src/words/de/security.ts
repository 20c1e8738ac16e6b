import type { security as english } from '../en/security.js';

export const security: typeof english = {
  subtitle: 'Ein zweiter Faktor hält Fremde fern, selbst mit deinem Passwort.',
  app: 'Codes einer App',
  appText: 'Eine App auf dem Telefon zeigt alle 30 Sekunden einen neuen Code.',
  on: 'An',
  off: 'Aus',
  add: 'Einrichten',
  remove: 'Entfernen',
  removeText:
    'Dann genügt ein Passwort, um sich als du anzumelden. Deine Wiederherstellungscodes gelten nicht mehr. Gib den Code ein, den deine App jetzt zeigt, oder einen deiner Wiederherstellungscodes.',
  removed: 'Die Codes werden nicht mehr verlangt.',
  scan: 'Scanne das Bild mit der App und gib den Code ein, den sie zeigt.',
  orType: 'Oder gib dieses Geheimnis ein:',
  code: 'Code',
  confirm: 'Bestätigen',
  recovery: 'Wiederherstellungscodes',
  recoveryText: 'Bewahre sie sicher auf. Jeder gilt einmal, falls du das Telefon verlierst.',
};
