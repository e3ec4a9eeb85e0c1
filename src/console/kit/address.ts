import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What stands behind the `?` of the address, as a page reads and writes it. */

export type Search = Readonly<Record<string, unknown>>;

/** Changes some of the address; `undefined` takes a key away. */
export type ChangeAddress = (change: Search, how?: { isStep?: boolean }) => void;

/**
 * The search part of the address and a function that changes some of it. A change replaces the entry of the history, unless it is a step
 * that the back button should take back.
 */
export function useAddress(): [Search, ChangeAddress] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    (values, { isStep = false } = {}) => {
      const next = (before: Search) =>
        Object.fromEntries(
          Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined && value !== ''),
        );
      void navigate({ to: '.', search: next as never, replace: !isStep, resetScroll: false });
    },
    [navigate],
  );
  return [search, change];
}

/** The word at a key of the address, if it is a word. The router reads `?tag=5` as a number and `?tag=true` as a truth. */
export function wordAt(search: Search, key: string): string | undefined {
  const value = search[key];
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}
