/** The tree of a regular expression, in the subset that pattern.ts matches. */
export type Node =
  /** One character: the character itself, a class, or an escape, as written. */
  | { kind: 'atom'; source: string }
  /** `^`, `$`, `\b` or `\B`. */
  | { kind: 'assert'; assertion: string }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'either'; branches: Node[] }
  /** `max` is infinite for `*`, `+` and `{n,}`. */
  | { kind: 'repeat'; part: Node; min: number; max: number };

const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;
/** An escape of one character; two halves of a surrogate pair are one. */
const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)/su;
const charClass = /^\[(?:\\.|[^\\\]])*\]/su;

/**
 * Parses an expression that is valid under JavaScript's `u` flag. If it cannot be matched in linear time, it throws what
 * `refusal` makes of the reason.
 */
export function parse(source: string, refusal: (message: string) => Error): Node {
  let at = 0;

  function either(): Node {
    const branches = [sequence()];
    while (source[at] === '|') {
      at++;
      branches.push(sequence());
    }
    return branches.length === 1 ? branches[0]! : { kind: 'either', branches };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(single()));
    return { kind: 'sequence', parts };
  }

  function repeated(part: Node): Node {
    const found = quantifier.exec(source.slice(at));
    if (!found) return part;
    at += found[0].length;
    const [sign, least, range, most] = found;
    if (sign[0] === '*') return { kind: 'repeat', part, min: 0, max: Number.POSITIVE_INFINITY };
    if (sign[0] === '+') return { kind: 'repeat', part, min: 1, max: Number.POSITIVE_INFINITY };
    if (sign[0] === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    const min = Number(least);
    if (range === undefined) return { kind: 'repeat', part, min, max: min };
    return { kind: 'repeat', part, min, max: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
  }

  function single(): Node {
    const rest = source.slice(at);
    if (rest[0] === '(') return group(rest);
    if (rest[0] === '^' || rest[0] === '$') {
      at++;
      return { kind: 'assert', assertion: rest[0] };
    }
    const written = (rest[0] === '\\' ? escaped : rest[0] === '[' ? charClass : /^./su).exec(rest)![0];
    at += written.length;
    if (/^\\[1-9k]/.test(written)) throw refusal('a pattern cannot refer to its groups (\\1)');
    return /^\\[bB]$/.test(written)
      ? { kind: 'assert', assertion: written }
      : { kind: 'atom', source: written };
  }

  function group(rest: string): Node {
    const opening = /^\((?:\?:|\?<(?![=!])[^>]*>)?/.exec(rest)![0];
    if (rest[opening.length] === '?' && opening === '(') {
      throw refusal('a pattern cannot look ahead or behind; of groups there are (…) and (?:…)');
    }
    at += opening.length;
    const inner = either();
    at++; // the closing parenthesis
    return inner;
  }

  return either();
}
