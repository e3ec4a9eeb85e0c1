import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import css from './toast.module.css';

/** A short message about something that happened elsewhere on the page. What needs an action stands at its place instead. */
interface Toast {
  id: number;
  text: string;
  undo?: { name: string; act(): void };
}

const shownMs = 6000;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function keep(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says something for six seconds. @param undo takes it back */
export function say(text: string, undo?: Toast['undo']): void {
  last += 1;
  const id = last;
  keep([...toasts.slice(-2), { id, text, ...(undo && { undo }) }]);
  setTimeout(() => keep(toasts.filter((each) => each.id !== id)), shownMs);
}

/** Where toasts show: once on the page. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={css.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className={css.toast}>
          <span>{text}</span>
          {undo && (
            <Button
              look="quiet"
              onPress={() => {
                keep(toasts.filter((each) => each.id !== id));
                undo.act();
              }}
            >
              {undo.name}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
