export { DecisionRow, useDecisions } from './decisions.tsx';
export { RunPage } from './run-page.tsx';
export { RunsPage } from './runs-page.tsx';
export { SkipButton } from './skip-button.tsx';
export { StartDialog } from './start-dialog.tsx';
export { Status } from './status.tsx';
export { Value } from './value.tsx';
