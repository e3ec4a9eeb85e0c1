import type { PageAddresses } from '../../../platform/listener.ts';

/** Answers a browser's question before it sends a request for a page of another website. */
export const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, Parley-Proof',
};

/** What a page may read of an answer beside its body. */
export const exposed = { 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' };

/** For answers that were given before anybody could look up whose pages may use the chat: they say nothing of it. */
export const forAnyPage = { 'Access-Control-Allow-Origin': '*', ...exposed };

/** What a server that starts or stops tells pages with a chat, so that they can tell it from a lost network. */
export const chatAddresses: PageAddresses = {
  include: (url) => url.startsWith('/api/chat/'),
  headers: forAnyPage,
  preflight,
};
