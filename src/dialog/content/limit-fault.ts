/** A fault in a message that this type of channel cannot deliver, at a field of the body. */
export interface LimitFault {
  loc: (string | number)[];
  message: string;
  /** The value at that field. */
  input: unknown;
}
