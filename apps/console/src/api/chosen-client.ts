import { useSyncExternalStore } from 'react';
import { caller } from './caller.js';
import { storageOf } from './storage-of.js';

const kept = 'ces-client';
const watchers = new Set<() => void>();

/** Takes the client that was chosen last. */
export function recallClient(): void {
  caller.client = storageOf('localStorage')?.getItem(kept) ?? undefined;
}

export function chooseClient(id: string): void {
  caller.client = id;
  storageOf('localStorage')?.setItem(kept, id);
  for (const watch of watchers) watch();
}

export function useChosenClient(): string | undefined {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => caller.client,
  );
}
