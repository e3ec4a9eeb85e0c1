import type { Shape } from '../api/shapes.ts';

export type Channel = Shape<'Channel'>;

/** How a channel stands, by what the server knows without asking anybody. */
export interface Standing {
  is: 'failing' | 'not_connected' | 'connected' | 'no_site' | 'ready' | 'unused' | 'sandbox';
  look: 'bad' | 'warn' | 'good' | 'plain';
  /** Since when, RFC 3339; only of what fails. */
  since?: string;
}

/** How a channel stands; what needs somebody comes first. */
export function standingOf({ environment, type, settings, connection, activity }: Channel): Standing {
  const lately = activity?.last_received_at ?? activity?.last_sent_at;
  if (environment === 'sandbox') return { is: 'sandbox', look: 'plain' };
  // Where nothing ever came or went, it was never connected, and did not begin to fail.
  if (connection?.status === 'failed' && !lately) return { is: 'not_connected', look: 'bad' };
  if (connection?.status === 'failed')
    return { is: 'failing', look: 'bad', ...(connection.at && { since: connection.at }) };
  if (activity?.failing_since) return { is: 'failing', look: 'bad', since: activity.failing_since };
  if (connection?.status === 'not_connected') return { is: 'not_connected', look: 'warn' };
  if (type === 'webchat' && sitesOf(settings).length === 0 && !lately) return { is: 'no_site', look: 'warn' };
  if (type === 'telegram') return { is: 'connected', look: 'good' };
  if (type === 'webhook' && !lately) return { is: 'unused', look: 'plain' };
  return type === 'webhook' ? { is: 'connected', look: 'good' } : { is: 'ready', look: 'good' };
}

/** The sites that may show a web chat. */
export const sitesOf = (settings: Channel['settings']): string[] =>
  Array.isArray(settings.allowed_domains) ? (settings.allowed_domains as string[]) : [];

/** When the last message came or went; null if there was none. */
export function lastMessageAt({ activity }: Channel): string | null {
  const moments = [activity?.last_received_at, activity?.last_sent_at].filter((at) => at != null);
  return moments.sort().at(-1) ?? null;
}

/** The site of an address as people copy it: `https://shop.example/cart` is `shop.example`. */
export function siteOf(text: string): string {
  const trimmed = text.trim();
  const address = /^[a-z]+:\/\//i.test(trimmed) ? trimmed.replace(/^[a-z]+:\/\//i, '') : trimmed;
  return address.replace(/[/?#].*$/, '');
}

/** The sites of a text with several, between commas, spaces or line breaks; each once. */
export const sitesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(siteOf)
      .filter((site) => site !== ''),
  ),
];
