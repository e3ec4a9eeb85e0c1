import type { components } from './owner-api.d.ts';

/** What the API calls its things: `Shape<'Project'>`. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];
