import { z } from 'zod';
import { environment, moment, named, slug, templateRules } from '../http/shapes.ts';

/** The shape of operations for owners. */

export const operationShape = named(
  'Operation',
  z.object({
    id: slug,
    name: z.string(),
    kind: z.string().describe('`http`, `webhook` or `payment`.'),
    description: z.string(),
    connection: z.string().nullable().describe('The slug of the connection.'),
    environments: z.array(environment),
    input_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the input.'),
    request: z.record(z.string(), z.unknown()).describe('What the kind sends.'),
    success: z
      .object({
        status: z.array(z.int()).nullable().optional(),
        when: z.string().nullable().optional(),
      })
      .describe('Which answers mean success.'),
    result: z.unknown().optional().describe('A template of the result.'),
    mock: z
      .object({
        result: z.unknown(),
        variants: z.array(
          z.object({
            name: z.string(),
            when: z.string().optional(),
            result: z.unknown().optional(),
            error: z.object({ code: z.string(), message: z.string() }).optional(),
          }),
        ),
      })
      .describe('What happens in the sandbox.'),
    timeout_ms: z.int().nullable(),
    max_response_bytes: z.int(),
    repeatable: z
      .literal(true)
      .optional()
      .describe('A step may repeat it although it may have happened: `retry` of a step. Absent if not.'),
    template_rules: templateRules,
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'order',
    name: 'Order',
    kind: 'http',
    description: '',
    connection: 'crm',
    environments: ['sandbox', 'live'],
    input_schema: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
    request: { method: 'POST', path: '/orders', body: { sku: '{{ input.sku }}' } },
    success: {},
    mock: { result: { order: 'TEST-1' }, variants: [] },
    timeout_ms: null,
    max_response_bytes: 1048576,
    template_rules: 2,
    created_at: '2026-11-20T10:56:12.330Z',
    updated_at: '2026-11-20T10:56:12.330Z',
  },
);
