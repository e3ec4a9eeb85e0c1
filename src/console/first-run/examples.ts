// Most visits of the overview choose no example, so what writes one loads then.
const writer = () => import('./write-example.ts');
type Writer = typeof import('./write-example.ts');

/** As `publishExample` of write-example.ts. */
export const publishExample = async (...wanted: Parameters<Writer['publishExample']>) =>
  (await writer()).publishExample(...wanted);

/** As `writeExample` of write-example.ts. */
export const writeExample = async (...wanted: Parameters<Writer['writeExample']>) =>
  (await writer()).writeExample(...wanted);
