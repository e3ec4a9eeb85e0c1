/** The work for a thread of uploads: the first bytes of a file. */
export interface FactsWork {
  head: Uint8Array;
}

/** What the bytes of a file say. */
export interface FileFacts {
  /** The media type, without parameters; null if the bytes are of no known kind, as in a text. */
  type: string | null;
  /** Pixels of an image, as it is seen; null where they are not known. */
  width: number | null;
  height: number | null;
}
