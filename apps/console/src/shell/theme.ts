import { storageOf } from '../api/storage-of.js';

const kept = 'ces-theme';

export type Theme = 'light' | 'dark' | 'system';

export function chooseTheme(theme: Theme): void {
  storageOf('localStorage')?.setItem(kept, theme);
  applyTheme();
}

/** Without a choice the page follows the system. */
export function applyTheme(): void {
  const theme = storageOf('localStorage')?.getItem(kept);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
}
