import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { readSettings } from '../../src/settings.ts';

/** Bodies of the owner API that are no objects with named fields, with the reason. */
const others: Record<string, string> = {
  'POST /projects/{project_id}/customers.csv': 'a file',
  'POST /projects/{project_id}/files': 'a file',
  'POST /projects/{project_id}/tables/{slug}/rows.csv': 'a file',
  'POST /projects/{project_id}/scenario/draft/conversations/{identity_id}/files': 'a file',
  'POST /projects/{project_id}/methods/{slug}/versions/{version}/calls':
    'what the author of the method has named',
};

const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? bare(schema.unwrap() as z.ZodType)
    : schema;

it('the bodies of the owner API name their fields, so that others are refused', () => {
  const loose = ownerRoutes(readSettings({})).flatMap(({ method, path, endpoint: { told } }) => {
    if (told.body === undefined) return [];
    const body = bare(told.body);
    const isClosed = body instanceof z.ZodObject && (body.def.catchall ?? z.never()) instanceof z.ZodNever;
    return isClosed ? [] : [`${method} ${path}`];
  });
  expect(loose.toSorted()).toEqual(Object.keys(others).toSorted());
});
