/** Red, green and blue up to 255. */
export type Rgb = readonly number[];

export const ink = '#1d2330';
/** Of darker colours white has more contrast, of brighter ones `ink`. */
const middle = 0.2145;

/** @param text `#2456e6` */
export const readHex = (text: string): Rgb => text.match(/\w\w/g)!.map((part) => Number.parseInt(part, 16));

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** White or dark, whichever is easier to read on a colour. */
export const legibleOn = (rgb: Rgb): string => (luminance(rgb) > middle ? ink : '#ffffff');
