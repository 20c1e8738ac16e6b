import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Refusal } from '../../api/refusal.js';
import { useWords } from '../../words/use-words.js';

interface Toast {
  id: number;
  text: string;
  bad: boolean;
  requestId?: string | undefined;
}

const shownMs = 5_000;
let toasts: readonly Toast[] = [];
let last = 0;
const watchers = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const watch of watchers) watch();
}

function add(toast: Omit<Toast, 'id'>): void {
  const id = ++last;
  set([...toasts, { ...toast, id }].slice(-3));
  setTimeout(
    () => {
      dismiss(id);
    },
    toast.bad ? shownMs * 2 : shownMs,
  );
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Says that something was done. */
export function say(text: string): void {
  add({ text, bad: false });
}

/** Says why something was not done, where no dialog is open to show it. */
export function complain(error: Refusal): void {
  add({ text: error.message, bad: true, requestId: error.requestId });
}

export function Toasts(): ReactNode {
  const { common } = useWords();
  const shown = useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, bad, requestId }) => (
        <div key={id} className={bad ? 'toast bad' : 'toast'}>
          {bad ? <TriangleAlert size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
          <div>
            {text}
            {requestId !== undefined && (
              <div className="small">
                {common.requestId} <code>{requestId}</code>
              </div>
            )}
          </div>
          <button
            type="button"
            aria-label={common.close}
            onClick={() => {
              dismiss(id);
            }}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
