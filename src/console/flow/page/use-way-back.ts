import { type KeyboardEvent, useEffect, useRef } from 'react';

/** Where steps are walked through: the list and the graph. */
const walks = '[role="tree"], [role="application"]';

/** Whether somebody walks through the steps at this moment. */
export const isWalking = (): boolean => document.activeElement?.matches(walks) ?? false;

/** Leads back from the form to where somebody came from, the list or the graph. @returns what Escape does in the form */
export function useWayBack(): (event: KeyboardEvent) => void {
  const from = useRef<HTMLElement>(null);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(walks)) from.current = target;
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  return (event) => {
    // What is open above the form closes first; it stands elsewhere in the page.
    const isHere = event.currentTarget.contains(event.target as Node);
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return;
    event.preventDefault();
    (from.current?.isConnected ? from.current : document.querySelector<HTMLElement>(walks))?.focus();
  };
}
