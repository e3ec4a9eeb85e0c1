export { ConnectionPage } from './connection-page.tsx';
export { ConnectionsPage } from './connections-page.tsx';
