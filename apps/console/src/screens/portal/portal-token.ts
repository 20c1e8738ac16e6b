import { caller } from '../../api/caller.js';
import { storageOf } from '../../api/storage-of.js';

const kept = 'ces-portal';

/**
 * Takes the token from the fragment of the link, and removes it from the address, so that nobody copies it along. The session
 * of the tab keeps it over a reload, unless the page stands in a frame without storage.
 */
export function takePortalToken(): string | undefined {
  const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
  const storage = storageOf('sessionStorage');
  if (found !== null) {
    storage?.setItem(kept, found);
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
  caller.token = found ?? storage?.getItem(kept) ?? undefined;
  return caller.token;
}
