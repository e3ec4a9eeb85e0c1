/** Colours of a web chat, judged as the chat itself draws them: words on a colour are white, or dark where that is easier to read. */

/** The colour of a chat without a setting, and the dark words on bright colours; both are those of the chat's script. */
export const usualAccent = '#2456e6';
const darkWords = '#1d2330';
const white = '#ffffff';

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 to 21. @param one, other `#rrggbb` */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The contrast of the words on a colour. */
const wordsOn = (accent: string) => Math.max(contrast(accent, white), contrast(accent, darkWords));

/** Words need 4.5, and what is no text 3: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const leastForWords = 4.5;
export const leastForShapes = 3;

/** What is hard to see with this colour: words on it, or the chat's button on a white page. */
export function weaknessOf(accent: string): { is: 'words' | 'button'; ratio: number } | undefined {
  const words = wordsOn(accent);
  if (words < leastForWords) return { is: 'words', ratio: words };
  const button = contrast(accent, white);
  return button < leastForShapes ? { is: 'button', ratio: button } : undefined;
}
