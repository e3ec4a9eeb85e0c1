/** Bold and the like in a text that is read as Markdown. Pure. */

export interface Selection {
  text: string;
  start: number;
  end: number;
}

const around = { bold: '**', italic: '*', code: '`' } as const;
export type Mark = keyof typeof around | 'link';

/** Puts a mark around what is selected, or takes it away again. */
export function marked({ text, start, end }: Selection, mark: Mark): Selection {
  const chosen = text.slice(start, end);
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (mark === 'link') {
    const link = `[${chosen}](https://)`;
    const at = start + link.length - 1;
    return { text: `${before}${link}${after}`, start: at, end: at };
  }
  const sign = around[mark];
  if (chosen.length > 0 && before.endsWith(sign) && after.startsWith(sign))
    return {
      text: before.slice(0, -sign.length) + chosen + after.slice(sign.length),
      start: start - sign.length,
      end: end - sign.length,
    };
  return {
    text: `${before}${sign}${chosen}${sign}${after}`,
    start: start + sign.length,
    end: end + sign.length,
  };
}
