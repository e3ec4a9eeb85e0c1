export { JobPage } from './job-page.tsx';
export { ShownJob } from './job-view.tsx';
export { JobsPage } from './jobs-page.tsx';
export { OperationPage } from './operation-page.tsx';
export { OperationsPage } from './operations-page.tsx';
