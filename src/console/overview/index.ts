export { OverviewPage as default } from './overview-page.tsx';
export { Settle } from './settle.tsx';
