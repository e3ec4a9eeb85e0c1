import { askCatalog, type CatalogOptions } from './catalog-server.ts';

interface SourcePage {
  next: string | null;
  results: { id: number; name: string; url: string | null }[];
}

/**
 * `parley catalog sources`: a line for each source, oldest first, with tabs between id, name and address.
 * @param search a part of the name or the address
 * @throws CommandFailed
 */
export async function listSources(search: string | undefined, options: CatalogOptions): Promise<void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { cursor, page_size: '1000', search };
    const { next, results } = (await (
      await askCatalog('/sources/', options, { query })
    ).json()) as SourcePage;
    for (const { id, name, url } of results) {
      process.stdout.write(
        `${[id, name, url ?? ''].map((cell) => String(cell).replaceAll(/\s/g, ' ')).join('\t')}\n`,
      );
    }
    cursor = next === null ? null : new URL(next).searchParams.get('cursor');
  }
}
