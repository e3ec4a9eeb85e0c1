import { api } from '../api/client.ts';
import type { SourceFigures } from './paths.ts';

/** What became of offers that should move to another source. */
export interface Merged {
  moved: number;
  /** They stayed: the other source has the same offer. */
  kept: number;
}

const pageSize = 1000;

/**
 * Moves the offers of sources to another one, page by page, and deletes the sources that are empty then. It may be repeated: what has
 * moved is not there any more.
 * @param tell how many have moved so far
 * @throws ApiProblem if the server refuses a step; the steps before it stay
 */
export async function mergeSources(
  sources: readonly SourceFigures[],
  into: number,
  tell: (moved: number) => void,
): Promise<Merged> {
  let moved = 0;
  let kept = 0;
  for (const { id } of sources) {
    let keptHere = 0;
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const params: { path: { id: number }; query: { cursor: string; page_size: number } } = {
        path: { id },
        query: { cursor, page_size: pageSize },
      };
      const page: { next: string | null; results: { id: number }[] } = (
        await api.GET('/api/owner/catalog/sources/{id}/offers', { params })
      ).data!;
      if (page.results.length > 0) {
        const offers = page.results.map((offer) => ({ id: offer.id, data: { source: into } }));
        const { data } = await api.POST('/api/owner/catalog/offers/bulk-update', { body: { offers } });
        moved += data!.updated;
        keptHere += data!.failed;
        tell(moved);
      }
      cursor = page.next === null ? undefined : (new URL(page.next).searchParams.get('cursor') ?? undefined);
    }
    kept += keptHere;
    if (keptHere === 0) await api.DELETE('/api/owner/catalog/sources/{id}', { params: { path: { id } } });
  }
  return { moved, kept };
}
