/**
 * openapi-typescript makes its output with the compiler's API, which TypeScript has no more since version 7. This hook
 * gives it the API of version 5 that @ts-morph/common brings along, as the default export that it asks for.
 */
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

const common = pathToFileURL(createRequire(import.meta.url).resolve('@ts-morph/common')).href;
const source = `import common from ${JSON.stringify(common)}; export default common.ts;`;
const url = `data:text/javascript,${encodeURIComponent(source)}`;

export const resolve = (specifier, context, next) =>
  specifier === 'typescript' ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
