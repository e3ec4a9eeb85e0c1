export { Changes } from './compared.tsx';
export { StepsPage } from './steps-page.tsx';
export { VersionGraph } from './version-graph.tsx';
export { VersionsPage } from './versions-page.tsx';
