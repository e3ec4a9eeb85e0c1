import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** An import or re-export of another file of the project. */
interface Link {
  /** The other file, from the project's root: `src/platform/ids.ts`. */
  to: string;
  /** The names taken; `*` for all of them. */
  names: string[];
}

/** The data of a source file that the rules need. */
export interface Source {
  /** From the project's root, with slashes: `src/main.ts`. */
  path: string;
  text: string;
  lines: string[];
  links: Link[];
  /** Its imports of packages: `undici`, `node:fs`. */
  packages: string[];
  exports: { name: string; isType: boolean }[];
}

/** What runs in browsers has rules of its own (test/rules/console.test.ts, test/rules/widget.test.ts). */
const inBrowsers = ['src/console/', 'src/widget/'];

/** Every TypeScript file below these folders of the project; those of the console, and of the chat of websites only if a folder of it is named. */
export function readSources(...folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((f) => join(folder, f)),
    )
    .filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
    .map((path) => path.split(sep).join('/'))
    .filter((path) =>
      inBrowsers.every(
        (part) => !path.startsWith(part) || folders.some((each) => `${each}/`.startsWith(part)),
      ),
    )
    .sort()
    .map(readSource);
}

const importFrom = /^import\s+(?:type\s+)?(?:([\w*\s{},$]+?)\s+from\s+)?'([^']+)'/gm;
const exportFrom = /^export\s+(?:type\s+)?(\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+'([^']+)'/gm;
const importCall = /\bimport\('([^']+)'\)/g;
const declaration =
  /^export\s+(?:default\s+)?(?:abstract\s+|async\s+)*(function|class|const|let|type|interface|enum)\s+\*?\s*(\w+)/gm;

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const taken = [
    ...[...text.matchAll(importFrom), ...text.matchAll(exportFrom)].map(([, what = '', from]) => ({
      from: from!,
      names: namesIn(what),
    })),
    ...[...text.matchAll(importCall)].map(([, from]) => ({ from: from!, names: ['*'] })),
  ];
  const isLocal = ({ from }: { from: string }) => from.startsWith('.');
  return {
    path,
    text,
    lines: text.split('\n'),
    links: taken.filter(isLocal).map(({ from, names }) => ({
      to: normalize(join(dirname(path), from))
        .split(sep)
        .join('/'),
      names,
    })),
    packages: taken.filter((link) => !isLocal(link)).map(({ from }) => from),
    exports: [...text.matchAll(declaration)].map(([, kind, name]) => ({
      name: name!,
      isType: kind === 'type' || kind === 'interface',
    })),
  };
}

/** The names between braces, as the other file calls them; `*` for a namespace. */
function namesIn(what: string): string[] {
  if (what.includes('*')) return ['*'];
  const inBraces = /\{([^}]*)\}/.exec(what)?.[1] ?? '';
  return inBraces
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .map((part) => part.split(/\s+as\s+/)[0]!)
    .filter((name) => name !== '');
}
