import { z } from 'zod';
import { limitExample, limitShape } from '../gate/key-limits.ts';
import { environment, moment, named, slug, templateRules } from '../http/shapes.ts';
import { fieldTypes } from './definition.ts';

/** The shapes of published methods, their versions and their keys for owners. */

const json = z.unknown();

const definition = {
  environment,
  target: z
    .union([z.object({ operation: z.string() }), z.object({ workflow: z.string() })])
    .describe('What the method runs, by its slug.'),
  input: z.array(
    z.object({
      name: z.string(),
      type: z.enum(fieldTypes),
      required: z.boolean(),
      description: z.string(),
      default: json.optional(),
      min_length: z.int().optional(),
      max_length: z.int().optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      pattern: z.string().optional(),
      enum: z.array(z.union([z.string(), z.number()])).optional(),
      min_items: z.int().optional(),
      max_items: z.int().optional(),
    }),
  ),
  mapping: z
    .record(z.string(), json)
    .nullable()
    .describe('The input of the target; null if it gets the input of the method.'),
  identity: z.string().nullable().describe('The input field that names the customer.'),
  result: z
    .array(z.object({ name: z.string(), type: z.enum(fieldTypes), description: z.string(), value: json }))
    .nullable(),
};
const exampleDefinition = {
  environment: 'live' as const,
  target: { operation: 'order' },
  input: [{ name: 'sku', type: 'string' as const, required: true, description: '' }],
  mapping: null,
  identity: null,
  result: null,
};

const methodFindingShape = named(
  'MethodFinding',
  z.object({
    severity: z
      .enum(['blocking', 'breaking', 'warning'])
      .describe('`blocking` forbids publication; `breaking` has to be allowed.'),
    code: z.string().describe('Stable; listed in docs/api-builder.md.'),
    path: z.array(z.union([z.string(), z.int()])).describe('Where in the method.'),
    message: z.string().describe('What is wrong and how to correct it.'),
  }),
  {
    severity: 'warning',
    code: 'default_unused',
    path: ['input', 0, 'default'],
    message: 'a required field is always sent, so its default is never used',
  },
);
const findings = z.array(methodFindingShape);

const method = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  ...definition,
  published_version: z.int().nullable().describe('The newest version in force.'),
  created_at: moment,
  updated_at: moment,
});
const exampleMethod = {
  id: 'order',
  name: 'Order',
  description: 'Orders something.',
  ...exampleDefinition,
  published_version: 1,
  created_at: '2026-11-20T11:03:02.066Z',
  updated_at: '2026-11-20T11:03:02.066Z',
};

export const methodShape = named('Method', method, exampleMethod);

export const checkedMethodShape = named('CheckedMethod', method.extend({ findings }), {
  ...exampleMethod,
  findings: [],
});

export const methodCheckShape = named('MethodCheck', z.object({ publishable: z.boolean(), findings }), {
  publishable: true,
  findings: [],
});

const version = z.object({
  version: z.int(),
  url: z.string().describe('Where the version is called.'),
  contract_url: z.string().describe('Where its OpenAPI document is.'),
  name: z.string(),
  description: z.string(),
  ...definition,
  published_at: moment,
  published_by: z.string().describe('The e-mail address of the owner.'),
  retired_at: moment.nullable(),
  template_rules: templateRules,
});
const exampleVersion = {
  version: 1,
  url: '/api/published/prj_01m7w90q5xf6nvy2k4p8d3t7ra/order/v1',
  contract_url: '/api/published/prj_01m7w90q5xf6nvy2k4p8d3t7ra/order/v1/openapi.json',
  name: 'Order',
  description: 'Orders something.',
  ...exampleDefinition,
  published_at: '2026-11-20T11:03:29.540Z',
  published_by: 'owner@example.com',
  retired_at: null,
  template_rules: 2,
};

export const methodVersionShape = named('MethodVersion', version, exampleVersion);

export const publishedMethodShape = named('PublishedMethod', version.extend({ id: slug, findings }), {
  id: 'order',
  ...exampleVersion,
  findings: [],
});

export const methodKeyShape = named(
  'MethodKey',
  z.object({
    id: z.string().describe('`mky_…`'),
    name: z.string(),
    methods: z.array(z.string()).describe('The slugs of the methods that it may call.'),
    hint: z.string().describe('The last four characters of the key.'),
    ...limitShape,
  }),
  {
    id: 'mky_01m7w93m0ve4r7x1y5c8t2q6zd',
    name: 'Partner',
    methods: ['order'],
    hint: 'p2Lf',
    ...limitExample,
  },
);

export const newMethodKeyShape = named(
  'CreatedMethodKey',
  methodKeyShape.extend({ key: z.string().describe('The key itself, `ep_…`; shown this once.') }),
  {
    id: 'mky_01m7w93m0ve4r7x1y5c8t2q6zd',
    name: 'Partner',
    methods: ['order'],
    hint: 'p2Lf',
    ...limitExample,
    key: 'ep_5nM8wRk2vXq7tB0cYj4sLz9eHd3fGa6uTi1oPyWp2Lf',
  },
);
