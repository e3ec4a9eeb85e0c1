/** A challenge of the protocol of ALTCHA, version 2 (https://altcha.org), as this chat's server makes it. */
interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string };
  signature: string;
}

/** Derivations that the browser works on at once, beside this thread: what is typed meanwhile does not wait for them. */
const atOnce = 8;
/** Twice what a server asks for. */
const mostTries = 1200;

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Does the work that an answer asks for. @returns what to send with the next attempt; undefined if none was asked for, or it cannot be done */
export async function proofFor(answer: Response): Promise<string | undefined> {
  // Browsers have no such functions on pages without https.
  if (answer.status !== 429 || !crypto.subtle) return;
  const { code, challenge } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as {
    code?: string;
    challenge?: Challenge;
  };
  if (code !== 'proof_required' || !challenge) return;
  const solution = await solve(challenge.parameters);
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

/** Finds the number whose key begins as it should. */
async function solve({ nonce, salt, cost, keyLength, keyPrefix }: Challenge['parameters']) {
  const [start, salted] = [bytesOf(nonce), bytesOf(salt)];
  const derive = async (counter: number) => {
    const password = new Uint8Array(start.length + 4);
    password.set(start);
    new DataView(password.buffer).setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: salted, iterations: cost };
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)));
    return { counter, derivedKey };
  };
  for (let first = 0; first < mostTries; first += atOnce) {
    const tried = await Promise.all(Array.from({ length: atOnce }, (_, i) => derive(first + i)));
    const found = tried.find(({ derivedKey }) => derivedKey.startsWith(keyPrefix));
    if (found) return found;
  }
}
