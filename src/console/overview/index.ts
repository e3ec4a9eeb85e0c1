export { OverviewPage as default } from './overview-page.tsx';
