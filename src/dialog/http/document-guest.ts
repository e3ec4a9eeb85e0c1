import type { ProblemCode } from './answers.ts';
import { errorAnswers } from './document-errors.ts';
import type { Header } from './document-headers.ts';
import { isPiece, keepUsedNames, type Piece } from './document-names.ts';

/** Operations of another API in the document of this one, at whose addresses they are served. */

/** An operation of the guest. */
export interface GuestOperation {
  method: string;
  /** In both documents, from the root of the server. */
  path: string;
  codes: readonly ProblemCode[];
}

/** What the document of the host says about the operations of its guest. */
export interface Hosting {
  tag: string;
  /** The codes of everything before the guest. */
  codesOf: (operation: GuestOperation) => readonly ProblemCode[];
  securityOf: (operation: GuestOperation) => Record<string, never[]>[];
  /** Headers of every answer, by name, and further ones of errors, by status. */
  headers: Record<string, Header>;
  errorHeaders: Record<number, Record<string, Header>>;
}

/**
 * Adds the operations of a guest to a document: their requests and their successes as the guest describes them, their errors as
 * those of the host are.
 * @throws Error if both have a schema of one name
 */
export function withGuest(
  host: object,
  { guest, operations, ...hosting }: { guest: object; operations: readonly GuestOperation[] } & Hosting,
): object {
  const document: Piece = { ...host };
  const guestParts = pieceOf(guest, 'components');
  const parts = pieceOf(document, 'components');
  const schemas = { ...pieceOf(parts, 'schemas') };
  for (const [name, schema] of Object.entries(pieceOf(guestParts, 'schemas'))) {
    if (schemas[name] !== undefined) throw new Error(`Two schemas of one document are called ${name}.`);
    schemas[name] = schema;
  }
  const responses = { ...pieceOf(parts, 'responses') };
  const paths = { ...pieceOf(document, 'paths') };
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    const told = pieceOf(pieceOf(pieceOf(guest, 'paths'), operation.path), method);
    if (told.responses === undefined) throw new Error(`${method} ${operation.path} is not in the document.`);
    paths[operation.path] = {
      ...pieceOf(paths, operation.path),
      [method]: {
        ...told,
        tags: [hosting.tag],
        security: hosting.securityOf(operation),
        responses: { ...successesOf(told, hosting), ...errorsOf(operation, hosting, responses) },
      },
    };
  }
  const { schemas: _, ...others } = parts;
  // Without those of the guest's own errors.
  return keepUsedNames({ ...document, paths, components: { ...others, responses } }, schemas);
}

function successesOf(told: Piece, { headers }: Hosting): Piece {
  return Object.fromEntries(
    Object.entries(pieceOf(told, 'responses')).flatMap(([status, response]) => {
      if (Number(status) >= 400 || !isPiece(response)) return [];
      return [[status, { ...response, headers: { ...pieceOf(response, 'headers'), ...refsTo(headers) } }]];
    }),
  );
}

function errorsOf(operation: GuestOperation, hosting: Hosting, responses: Piece): Piece {
  const errors: Piece = { 422: { $ref: '#/components/responses/ValidationProblem' } };
  for (const [status, { name, answer }] of errorAnswers([
    ...hosting.codesOf(operation),
    ...operation.codes,
  ])) {
    const headers = refsTo({ ...hosting.headers, ...hosting.errorHeaders[status] });
    const { description, content } = answer;
    responses[name] ??= { description, headers, content };
    // The description lists the codes.
    if (Object(responses[name]).description !== description)
      throw new Error(`Two errors are called ${name}.`);
    errors[status] = { $ref: `#/components/responses/${name}` };
  }
  return errors;
}

const pieceOf = (piece: object, name: string): Piece => {
  const value = (piece as Piece)[name];
  return isPiece(value) ? value : {};
};

const refsTo = (headers: Record<string, Header>): Piece =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
