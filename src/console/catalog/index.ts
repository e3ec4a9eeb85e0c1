export { OffersPage, SourcesPage } from './pages.tsx';
