/** A browser may deny storage to a page in a frame of another site, as the portal can be. Then nothing is kept. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}
