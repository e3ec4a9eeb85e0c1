import type { Shape } from '../api/shapes.ts';
import { upload } from '../api/upload.ts';
import type { Channel } from './standing.ts';

/** The logo of a web chat: an address on the web, a file of the project, or a picture that was chosen here and is not saved yet. */

/** What the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const largestBytes = 512 * 1024;
/** The chat shows it with 56 pixels at most, on screens with up to three for each. */
const sidePixels = 256;

/** Pictures that were chosen, by their addresses in this browser, and the files that they have become. */
const chosen = new Map<string, Blob>();
const stored = new Map<string, string>();

/** @returns the address of the picture in this browser; undefined if it is none */
export async function choosePicture(file: File): Promise<string | undefined> {
  const picture = pictureTypes.includes(file.type) && (await fitting(file).catch(() => undefined));
  if (!picture) return undefined;
  const address = URL.createObjectURL(picture);
  chosen.set(address, picture);
  return address;
}

/** A picture as large as a logo has to be: one that is larger is drawn anew. */
async function fitting(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const scale = sidePixels / Math.min(width, height);
  if (scale >= 1 && file.size <= largestBytes) return file;
  const part = Math.min(scale, 1);
  const canvas = new OffscreenCanvas(Math.round(width * part), Math.round(height * part));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
}

/** Whether it is a picture that somebody chose, now or before, and no address. */
export const isPicture = (logo: string) => /^(?:blob:|file_)/.test(logo);

/** Where this page and the chat in it find the picture; undefined for an address that is half typed, or none. */
export function placeOf(channelId: string, logo: string): string | undefined {
  if (logo.startsWith('file_')) return `/chat/${channelId}/logo/${logo}`;
  return /^(?:blob:|https:\/\/[^\s/]+\.[^\s/.]+\/)\S+$/.test(logo) ? logo : undefined;
}

/** Uploads a picture that was chosen. @returns the setting */
export async function storeLogo(projectId: string, channel: Channel, logo: string): Promise<string> {
  const picture = chosen.get(logo);
  if (!picture) return logo;
  const known = stored.get(logo);
  if (known) return known;
  const query = new URLSearchParams({ name: 'logo', environment: channel.environment });
  const path = `/api/owner/projects/${projectId}/files?${query}`;
  const { file_id: file } = await upload<Shape<'UploadedFile'>>(path, picture, picture.type);
  stored.set(logo, file);
  return file;
}
