import type { Shape } from '../api/shapes.ts';
import { upload } from '../api/upload.ts';

/** Pictures that customers are shown: files of the project, or pictures that were chosen here and are not saved yet. */

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

/** A picture as large as it has to be: one that is larger is drawn anew. */
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
export const isPicture = (picture: string) => /^(?:blob:|file_)/.test(picture);

/** Uploads a picture that was chosen. @param query how the file is called, and where it belongs @returns what the API names it by */
export async function storePicture(
  projectId: string,
  picture: string,
  query: { name: string; environment: 'sandbox' | 'live' },
): Promise<string> {
  const bytes = chosen.get(picture);
  if (!bytes) return picture;
  const known = stored.get(picture);
  if (known) return known;
  const path = `/api/owner/projects/${projectId}/files?${new URLSearchParams(query)}`;
  const { file_id: file } = await upload<Shape<'UploadedFile'>>(path, bytes, bytes.type);
  stored.set(picture, file);
  return file;
}
