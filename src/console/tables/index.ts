export { TablePage } from './table-page.tsx';
export { TablesPage } from './tables-page.tsx';
