import { Allowed } from './frame.tsx';
import { Offers } from './offers-page.tsx';
import { Sources } from './sources-page.tsx';

/** The offers of the catalog, for who may see it. */
export const OffersPage = () => (
  <Allowed>
    <Offers />
  </Allowed>
);

/** The sources of the catalog, for who may see it. */
export const SourcesPage = () => (
  <Allowed>
    <Sources />
  </Allowed>
);
