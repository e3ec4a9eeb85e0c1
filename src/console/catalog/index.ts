export { Imports } from './imports-page.tsx';
export { CatalogLayout } from './layout.tsx';
export { Offers } from './offers-page.tsx';
export { Sources } from './sources-page.tsx';
