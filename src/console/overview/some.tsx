import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Row } from '../kit/page.tsx';
import { t } from '../text/text.ts';

/** So many of a kind are shown before somebody asks for the rest. */
const few = 3;

interface SomeProps<Item> {
  of: readonly Item[];
  /** How many there are, if that may be more than were read. */
  count?: number | null | undefined;
  row(item: Item): ReactNode;
}

/** The first ones, and the others when they are asked for. */
export function Some<Item>({ of, count, row }: SomeProps<Item>) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? of : of.slice(0, few);
  const left = Math.max(count ?? 0, of.length) - shown.length;
  const more = t('overview.more', { count: left });
  return (
    <>
      {shown.map(row)}
      {left > 0 && (
        <Row
          title={
            isAll ? (
              more
            ) : (
              <Button look="quiet" onPress={() => setAll(true)}>
                {more}
              </Button>
            )
          }
        />
      )}
    </>
  );
}
