import { DecisionRow, useDecisions } from '../runs/index.ts';
import { Some } from './some.tsx';

/** What dialogs and runs ask somebody to decide, each to be decided where it stands. */
export const Approvals = () => (
  <Some of={useDecisions()} row={(each) => <DecisionRow key={each.id} approval={each} />} />
);
