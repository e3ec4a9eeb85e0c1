import { eq, sql } from 'drizzle-orm';
import { value } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import type { ListKind } from '../list-kind.ts';
import { type List, plainStatements } from '../list-statements.ts';
import { offers } from '../schema.ts';
import { idText, lowered, shownSource, somewhere, source, timeText } from '../sql.ts';
import { urlKey } from './identifier.ts';
import type { SourceQuery } from './shapes.ts';

const kind: ListKind<Partial<SourceQuery>> = {
  name: 'sources',
  record: source,
  shown: shownSource,
  orderable: {
    name: { column: source.name, type: 'text', nullable: false },
    updated_at: { column: source.updatedAt, type: 'timestamptz', nullable: false },
  },
  filter(filters, query) {
    filters.add('id', query.id, (id) => sql`${source.id} = ${value(idText, id)}`);
    filters.add('name', query.name, (name) => eq(source.name, name));
    // An index answers the first condition; the second one is exact.
    filters.add('url', query.url, (url) => {
      return sql`${source.urlKey} = ${value(types.text, urlKey(url))} AND ${eq(source.url, url)}`;
    });
    filters.add(
      'updated_at',
      query.updated_at,
      (time) => sql`${source.updatedAt} = ${value(timeText, time)}`,
    );
    filters.add('has_offers', query.has_offers, (isTrue) => {
      return sql`${isTrue ? undefined : sql`NOT `}EXISTS (SELECT FROM ${offers} WHERE ${offers.sourceId} = ${source.id})`;
    });
    for (const term of query.search ?? []) {
      const pattern = somewhere(term);
      filters.add(
        'search',
        term,
        () => sql`(${lowered(source.name)} LIKE ${pattern} OR ${lowered(source.url)} LIKE ${pattern})`,
      );
    }
  },
};

/** The list of sources, with its filters. */
export const sourceList: List<Partial<SourceQuery>> = { ...kind, plain: plainStatements(kind) };
