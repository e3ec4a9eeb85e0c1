import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { projectPages } from './pages.ts';
import { AllowedPage, Frame } from './shell/frame.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageFailed } from './shell/problem-notice.tsx';
import { Root } from './shell/root.tsx';
import { loadAllTexts } from './text/text.ts';

/** Loads a page together with the texts of its feature, which a first visit does not need. */
const withTexts =
  <Page,>(load: () => Promise<Page>) =>
  async (): Promise<Page> => {
    const [page] = await Promise.all([load(), loadAllTexts()]);
    return page;
  };

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: PageFailed });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./projects/index.ts'), 'HomePage'),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  component: lazyRouteComponent(() => import('./projects/index.ts'), 'ProjectsPage'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(
    withTexts(() => import('./account/index.ts')),
    'AccountPage',
  ),
});

const loadCatalog = withTexts(() => import('./catalog/index.ts'));

const catalog = createRoute({
  getParentRoute: () => frame,
  id: 'catalog',
  component: lazyRouteComponent(loadCatalog, 'CatalogLayout'),
});

const offers = createRoute({
  getParentRoute: () => catalog,
  path: '/catalog/offers',
  component: lazyRouteComponent(loadCatalog, 'Offers'),
});

const sources = createRoute({
  getParentRoute: () => catalog,
  path: '/catalog/sources',
  component: lazyRouteComponent(loadCatalog, 'Sources'),
});

const imports = createRoute({
  getParentRoute: () => catalog,
  path: '/catalog/imports',
  component: lazyRouteComponent(loadCatalog, 'Imports'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    withTexts(() => import('./entry/index.ts')),
    'InvitationPage',
  ),
});

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(
    withTexts(() => import('./entry/index.ts')),
    'PasswordPage',
  ),
});

/** What stands behind the `?` of every page of a project; pages add their own filters. */
const readSearch = (search: Record<string, unknown>): Record<string, unknown> & { env?: 'sandbox' } => {
  const { env, ...others } = search;
  return env === 'sandbox' ? { ...others, env } : others;
};

const project = createRoute({
  getParentRoute: () => frame,
  path: '/p/$project',
  validateSearch: readSearch,
  component: AllowedPage,
});

const pages = projectPages.map(({ path, opens, load }) => {
  const component = lazyRouteComponent(path === 'overview' ? load : withTexts(load));
  const page = createRoute({ getParentRoute: () => project, path, component });
  return opens ? page.addChildren([createRoute({ getParentRoute: () => page, path: opens })]) : page;
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    projects,
    invitation,
    password,
    frame.addChildren([account, catalog.addChildren([offers, sources, imports]), project.addChildren(pages)]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
});
