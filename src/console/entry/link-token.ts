import { useEffect, useState } from 'react';

const inAddress = () => location.hash.slice(1);

/**
 * The token of a link in a mail. It stands after the `#`, which browsers send to nobody; empty if the address is not complete. It is taken
 * out of the address at once, so that it stays in no history and is on no screen that somebody photographs. A link that is opened where
 * the page is open already changes only what stands after the `#`, and loads nothing.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(inAddress);
  useEffect(() => {
    const take = () => {
      if (inAddress() === '') return;
      setToken(inAddress());
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}
