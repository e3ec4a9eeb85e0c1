import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/**
 * The version of the specification that the APIs fulfil, which their OpenAPI documents name. It changes with the
 * specification; the version of the program is in package.json.
 */
export const specificationVersion = '0.12.0';

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

/** What the OpenAPI document of an API says about the API as a whole. */
interface Api extends Pick<OpenApi, 'security'> {
  /** Without the name of the product: `owner API`. */
  name: string;
  description: string;
  securitySchemes: NonNullable<NonNullable<OpenApi['components']>['securitySchemes']>;
  publicUrl: string | undefined;
  /** Reference pages show the display name of a tag, if it has one. */
  tags: (NonNullable<OpenApi['tags']>[number] & { 'x-displayName'?: string })[];
}

/** The beginning of an OpenAPI document, which has the same form for every API. */
export function documentHead({ name, description, securitySchemes, publicUrl, ...rest }: Api): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: `Parley ${name}`,
      version: specificationVersion,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    components: { securitySchemes },
    ...rest,
  };
}
