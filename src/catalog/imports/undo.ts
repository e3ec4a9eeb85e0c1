import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as, name, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { execute, statement } from '../../platform/statement.ts';
import { refuse } from '../errors.ts';
import { offerColumns, offerFields } from '../offers/columns.ts';
import type { CatalogParts } from '../parts.ts';
import { retrying } from '../retry.ts';
import { importChanges, imports, offers } from '../schema.ts';
import { idText, offer } from '../sql.ts';
import { lockLists } from './apply.ts';
import { findImport } from './record.ts';
import { dropChanges, isUndoable } from './run.ts';

/** What an undo did. */
export interface UndoReport {
  /** Offers that the import had created, and that are deleted. */
  removed: number;
  /** Offers that have the values which they had before it. */
  restored: number;
  /** Offers that had vanished, and are there again, with their ids. */
  returned: number;
  /** Offers that somebody changed, deleted or created anew after it: they stay as they are. */
  left: number;
}

const change = alias(importChanges, 'c');
const params = { importId: idText };
/** What the import changed and nobody after it. */
const isUntouched = sql`${offer.updatedAt} = ${change.at}`;

const readUndoable = statement({
  name: 'catalog-undoable-import',
  params,
  columns: {
    isUndoable: as(types.boolean, isUndoable),
    changes: as(
      types.bigint,
      sql`(SELECT count(*) FROM ${importChanges} WHERE ${importChanges.importId} = ${imports.id})`,
    ),
  },
  query: ({ importId }, returned) =>
    sql`SELECT ${returned} FROM ${imports} WHERE ${imports.id} = ${importId}`,
});

/** Rows are locked by id, as by all who change many offers. */
const lockChanged = statement({
  name: 'catalog-lock-offers-of-import',
  prepared: false,
  params,
  query: ({ importId }) => sql`
    SELECT FROM ${offers} AS ${offer}
    WHERE ${offer.id} IN (SELECT ${change.offerId} FROM ${importChanges} AS ${change} WHERE ${change.importId} = ${importId})
    ORDER BY ${offer.id} FOR UPDATE`,
});

const removeCreated = statement({
  name: 'catalog-undo-created',
  prepared: false,
  params,
  query: ({ importId }) => sql`
    DELETE FROM ${offers} AS ${offer} USING ${importChanges} AS ${change}
    WHERE ${change.importId} = ${importId} AND ${change.kind} = 'created' AND ${offer.id} = ${change.offerId}
      AND (${offer.updatedAt} IS NULL OR ${isUntouched})`,
});

const columns = offerFields.map((field) => offerColumns[field]);

const restoreUpdated = statement({
  name: 'catalog-undo-updated',
  prepared: false,
  params,
  query: ({ importId }) => sql`
    UPDATE ${offers} AS ${offer}
    SET ${sql.join(
      columns.map((column) => sql`${name(column)} = was.${name(column)}`),
      sql`, `,
    )}
    FROM ${importChanges} AS ${change}, json_populate_record(NULL::${offers}, ${change.before}) AS was
    WHERE ${change.importId} = ${importId} AND ${change.kind} <> 'created' AND ${offer.id} = ${change.offerId}
      AND ${isUntouched}`,
});

const returnVanished = statement({
  name: 'catalog-undo-vanished',
  prepared: false,
  params,
  query: ({ importId }) => sql`
    INSERT INTO ${offers} (id, source_id, created_at, ${names(...columns)})
    SELECT was.id, was.source_id, was.created_at, ${sql.join(
      columns.map((column) => sql`was.${name(column)}`),
      sql`, `,
    )}
    FROM ${importChanges} AS ${change}, json_populate_record(NULL::${offers}, ${change.before}) AS was
    WHERE ${change.importId} = ${importId} AND ${change.kind} = 'vanished'
      AND NOT EXISTS (SELECT FROM ${offers} AS ${offer} WHERE ${offer.id} = ${change.offerId})
    ORDER BY was.pn_raw, was.condition_raw
    ON CONFLICT DO NOTHING`,
});

const noteUndone = statement({
  name: 'catalog-note-undone',
  params,
  query: ({ importId }) =>
    sql`UPDATE ${imports} SET state = 'undone', undone_at = now() WHERE ${imports.id} = ${importId}`,
});

/**
 * Undoes the newest import of its source, in one transaction.
 * @throws Refusal 404, or 409 if it is no such import
 */
export async function undoImport(parts: CatalogParts, id: string): Promise<UndoReport> {
  const { database, upkeep, figures, settings } = parts;
  const { sourceId } = await findImport(database, id);
  if (sourceId === null) throw notUndoable();
  const report = await retrying(() =>
    upkeep.transaction(async (tx) => {
      await execute(tx, sql.raw(`SET LOCAL statement_timeout = ${settings.catalogReplaceMs}`));
      await lockLists(tx, sourceId);
      const found = await readUndoable.first(tx, { importId: id });
      if (!found?.isUndoable) throw notUndoable();
      await lockChanged.run(tx, { importId: id });
      const removed = await removeCreated.run(tx, { importId: id });
      const restored = await restoreUpdated.run(tx, { importId: id });
      const returned = await returnVanished.run(tx, { importId: id });
      await noteUndone.run(tx, { importId: id });
      await dropChanges(tx, [id]);
      return { removed, restored, returned, left: found.changes - removed - restored - returned };
    }),
  );
  figures.wrote();
  return report;
}

const notUndoable = () =>
  refuse(
    409,
    'Only the newest import for a source (`source=`) can be undone, once, and only if it changed something.',
    undefined,
    'import_ended',
  );
