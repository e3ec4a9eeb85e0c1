import type { Pages } from '../api/pages.ts';
import { Grid, type GridProps } from '../kit/grid.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ListProps<Row>
  extends Omit<GridProps<Row>, 'rows' | 'isLoading' | 'fault' | 'hasMore' | 'isLoadingMore' | 'more'> {
  /** Of `usePages`. */
  pages: Pages<Row, unknown>;
}

/** A list of the API as a grid that reads on as somebody scrolls, and says what went wrong. */
export function List<Row>({ pages, ...props }: ListProps<Row>) {
  const { rows, isLoading, error, hasMore, isLoadingMore, more, again } = pages;
  return (
    <Grid
      {...props}
      {...{ rows, isLoading, hasMore, isLoadingMore, more }}
      fault={error && <ProblemNotice error={error} again={again} />}
    />
  );
}
