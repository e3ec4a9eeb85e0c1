import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 720px)');

/** Whether the window is that of a phone, on which drafts are only read. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
