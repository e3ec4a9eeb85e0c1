import type { Page } from 'playwright-core';

// Globals of the page, for the code that is evaluated there.
declare const createImageBitmap: any;
declare const OffscreenCanvas: any;

/**
 * How many pixels of two pictures (PNG) look different. Chromium smooths rounded corners a shade differently from one time to the
 * next, so a pixel counts from 3 of 255 steps on.
 * @param page any page: its canvas reads the pictures
 * @returns Infinity if they are not of one size
 */
export function differingPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
      let differing = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 2))
          differing++;
      }
      return differing;
    },
    [one.toString('base64'), other.toString('base64')],
  );
}
