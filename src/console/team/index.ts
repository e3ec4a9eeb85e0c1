export { TeamPage as default } from './team-page.tsx';
