import type { Rich } from '../rich/write.ts';

/** What the visitors' API sends (docs/webchat.md). */

export interface Message {
  n: number;
  message_id: string;
  direction: 'in' | 'out';
  author: 'customer' | 'scenario' | 'operator';
  /** The person who wrote it, if they have set a name. */
  name?: string;
  /** Their picture, below the address of the server, if they have set one. */
  picture?: string;
  text: string;
  formatted?: Rich;
  buttons: { text: string; url?: string }[];
  keyboard: string;
  columns: number;
  image: string;
  asks?: Asks;
  /** Its place among cards that stand side by side. */
  card?: { n: number; of: number };
  spent?: true;
  /** The index of the button that was the answer. */
  chosen?: number;
  edited_at?: string;
  deleted_at?: string;
  attachments?: Attachment[];
  created_at: string;
}

/** What a question asks for. The limits are as fields of browsers have them. */
export interface Asks {
  type: 'date' | 'time' | 'datetime';
  min?: string;
  max?: string;
  /** Whose clocks show a `datetime`. */
  timezone?: string;
}

export interface Attachment {
  type: 'image' | 'document' | 'audio' | 'video';
  name: string | null;
  media_type?: string;
  size?: number;
  width?: number | null;
  height?: number | null;
  url: string;
  url_expires_at?: string;
}

/** Who leads the dialog. */
export interface Lead {
  /** People do, and the scenario is silent. */
  held: boolean;
  /** Who is there; null until somebody is. */
  person: { name: string | null } | null;
}

export interface Session extends Lead {
  visitor_id: string;
  token: string;
  uploads: { max_bytes: number; types: string[] | null };
  /** How that changed while the messages of the history were said. */
  lead: (Lead & { at: string })[];
  /** Up to which number somebody has read what the visitor said. */
  seen: number;
  hours: Hours | null;
  history: Message[];
}

/** Whether people are there, until when, and if not, when they are back. */
export interface Hours {
  open: boolean;
  opens_at: string | null;
  closes_at: string | null;
}

/** That a message to the visitor is being written. */
export interface Typing {
  message_id?: string;
  author: 'scenario' | 'operator';
  name?: string;
  seconds: number;
}

/** What became of the press of a button. */
export interface Pressed {
  message_id: string;
  spent: boolean;
  chosen?: number;
  notice?: string | null;
}

/** A file that was uploaded and not sent yet. */
export interface Stored {
  file_id: string;
  name: string;
  type: string;
  size: number;
}
