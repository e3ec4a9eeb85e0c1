import type { Notes } from './notes.ts';
import type { Server } from './server.ts';

/** While the visitor types, those who answer are told so often. */
const typingMs = 4000;

/** Makes what is called at each key: it tells a person who answers that the visitor writes. */
export function typist(server: Server, notes: Notes): () => void {
  let said = -typingMs;
  return () => {
    if (!notes.isHeld || performance.now() < said + typingMs) return;
    said = performance.now();
    void server.send('POST', '/typing').catch(() => {});
  };
}
