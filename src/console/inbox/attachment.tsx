import { File as FileIcon, MapPin, Paperclip, Phone } from 'lucide-react';
import { useFileUrl } from '../api/file-url.ts';
import type { Shape } from '../api/shapes.ts';
import { showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import css from './attachment.module.css';

type Attachment = Shape<'HeardAttachment'>;

const size = (bytes: number) =>
  bytes < 1_000_000
    ? `${showNumber(Math.ceil(bytes / 1000))} kB`
    : `${showNumber(Math.round(bytes / 1e5) / 10)} MB`;

function Place({ attachment: { latitude, longitude } }: { attachment: Attachment }) {
  const at = `${latitude}, ${longitude}`;
  return (
    <a
      className={css.file}
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}&zoom=15`}
      target="_blank"
      rel="noreferrer"
    >
      <MapPin size={16} aria-hidden="true" />
      {at}
    </a>
  );
}

/** A picture, sound, film or other file of a message, or something else that came with it. */
export function AttachmentView({ attachment }: { attachment: Attachment & { url?: string } }) {
  const { type, file_id: fileId, status = 'stored', name, size: bytes, url: web } = attachment;
  const stored = useFileUrl(status === 'stored' ? fileId : undefined);
  if (type === 'location') return <Place attachment={attachment} />;
  if (type === 'contact')
    return (
      <span className={css.file}>
        <Phone size={16} aria-hidden="true" />
        {attachment.phone_number}
      </span>
    );
  const label = name ?? word('attachment', type);
  if (status !== 'stored')
    return (
      <span className={css.file} title={attachment.error?.message}>
        <FileIcon size={16} aria-hidden="true" />
        {t('inbox.file_not_there', { name: label, status: t(`inbox.file_${status}`) })}
      </span>
    );
  const url = stored ?? web;
  if (fileId === undefined && web === undefined) return <span className={css.file}>{label}</span>;
  // Only what lies on this server may show itself in the page.
  if (stored && (type === 'image' || type === 'sticker'))
    return (
      <a href={stored} target="_blank" rel="noreferrer" className={css.picture}>
        <img src={stored} alt={label} loading="lazy" />
      </a>
    );
  if (stored && (type === 'audio' || type === 'voice'))
    // biome-ignore lint/a11y/useMediaCaption: what a customer said has no captions
    return <audio controls preload="none" src={stored} aria-label={label} className={css.sound} />;
  if (stored && ['video', 'animation', 'video_note'].includes(type))
    // biome-ignore lint/a11y/useMediaCaption: what a customer sent has no captions
    return <video controls preload="metadata" src={stored} aria-label={label} className={css.film} />;
  return (
    <a className={css.file} href={url} target="_blank" rel="noreferrer" aria-disabled={url === undefined}>
      <Paperclip size={16} aria-hidden="true" />
      <span className={css.name}>{label}</span>
      {bytes != null && <span className={css.size}>{size(bytes)}</span>}
    </a>
  );
}
