import { legibleOn, luminance, type Rgb, readHex } from '../colour.ts';
import type { Shell } from '../contract.ts';

const white: Rgb = [255, 255, 255];
const night: Rgb = [23, 27, 36];
const leastContrast = 4.5;
/** So much a bubble differs from the window behind it: enough to see where it ends. */
const leastEdge = 1.6;

function contrast(one: Rgb, other: Rgb): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

const blend = (rgb: Rgb, end: number, part: number): Rgb => rgb.map((c) => Math.round(c + (end - c) * part));

/** The colour, made darker or brighter until it differs enough from a ground; if nothing else is said, words in it can be read there then. */
function legible(rgb: Rgb, ground: Rgb, end: number, least = leastContrast): Rgb {
  let part = 0;
  while (part < 1 && contrast(blend(rgb, end, part), ground) < least) part += 0.05;
  return blend(rgb, end, part);
}

const show = (colour: Rgb) => `rgb(${colour})`;

/** Lets the browser compute what any form of a colour is; undefined for what it computes to no sRGB. */
function compute(text: string, element: HTMLElement): Rgb | undefined {
  if (/^#[0-9a-f]{6}$/i.test(text)) return readHex(text);
  element.style.color = text;
  const computed = text && getComputedStyle(element).color;
  element.style.color = '';
  return /^rgb/.test(computed)
    ? computed
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number)
    : undefined;
}

/** The styles of a chat as its page or its channel wants it; empty for the usual ones. */
export function paletteOf(shell: Pick<Shell, 'host' | 'opener' | 'look'>): string {
  const { radius } = shell.look;
  return coloursOf(shell) + (radius === undefined ? '' : `:host{--radius:var(--parley-radius,${radius}px)}`);
}

function coloursOf({ host, opener, look }: Pick<Shell, 'host' | 'opener' | 'look'>): string {
  const variable = (name: string) => getComputedStyle(host).getPropertyValue(`--parley-${name}`).trim();
  const text = variable('accent') || look.accent || '';
  const rgb = compute(text, opener);
  if (!rgb) return '';
  const on = compute(variable('on-accent'), opener) ?? readHex(legibleOn(rgb));
  const ratio = contrast(rgb, on);
  if (ratio < leastContrast)
    console.warn(`Parley: words on ${text} are hard to read (${ratio.toFixed(1)}:1).`);
  const [key, glow] = [show(legible(rgb, white, 0)), show(legible(rgb, night, 255))];
  return `:host{--on:${show(on)};--mine:${text};--head:${text};--on-head:${show(on)};--key:${key};--link:${key};--focus:${key};--press:${show(blend(rgb, 255, 0.9))};--icon:${show(blend(rgb, 255, 0.85))}}
:host(.dark){--mine:${show(legible(rgb, night, 255, leastEdge))};--head:#202737;--on-head:#fff;--key:${glow};--link:${glow};--focus:${glow};--press:#28324a;--icon:#33415f}`;
}
