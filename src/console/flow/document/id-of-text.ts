/** Ids of steps from what they say. */

const cyrillic: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

const longest = 28;
const mostWords = 5;

/** An id of the first words of a text; undefined if it has no letters of which one can be made. */
export function idOfText(text: string): string | undefined {
  const words = text
    .replaceAll(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|https?:\S+/g, ' ')
    .toLowerCase()
    .replaceAll(/[а-яё]/g, (letter) => cyrillic[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let id = '';
  for (const word of words.slice(0, mostWords)) {
    const longer = id === '' ? word.slice(0, longest) : `${id}_${word}`;
    if (longer.length > longest) break;
    id = longer;
  }
  return /^[a-z]/.test(id) ? id : undefined;
}
