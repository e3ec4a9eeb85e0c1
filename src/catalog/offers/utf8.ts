import { isUtf8 } from 'node:buffer';
import { utf8Fault } from '../body.ts';

const otherCharset =
  'If the whole file is in another charset than UTF-8, name that: by the parameter charset=windows-1251, in the content type, as in ' +
  '"text/csv; charset=windows-1251", or by --charset of the command line.';

/** Reads the texts of a file that should be in UTF-8. */
export class Utf8Reader {
  #mayBeOther = true;

  /**
   * @returns the text, or what is wrong with its bytes. The first fault has a hint about charsets, unless letters beyond
   *   ASCII were read before: then the file is in UTF-8 and has a damaged letter.
   */
  read(bytes: Buffer): { text: string } | { fault: string; hints: string[] } {
    if (!isUtf8(bytes)) {
      const hints = this.#mayBeOther ? [otherCharset] : [];
      this.#mayBeOther = false;
      return { fault: utf8Fault(bytes), hints };
    }
    const text = bytes.toString();
    if (text.length !== bytes.length) this.#mayBeOther = false;
    return { text };
  }
}
