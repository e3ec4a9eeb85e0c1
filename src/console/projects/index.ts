export { HomePage } from './home-page.tsx';
export { ProjectsPage } from './projects-page.tsx';
