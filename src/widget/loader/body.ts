import type { Handing, StartBody } from '../contract.ts';
import type { Tag } from './settings.ts';

/** The file of the body and what its bytes hash to, written here by the build. */
declare const BODY: { name: string; integrity: string };

interface Policy {
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

/** A page that requires trusted types takes an address only from a policy, of a name that it may have to allow. */
function trusted(url: string): string {
  const types = (window as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } })
    .trustedTypes;
  try {
    policy ??= types?.createPolicy('parley', { createScriptURL: (address) => address });
  } catch {} // the page does not allow it
  return policy?.createScriptURL(url) ?? url;
}

/**
 * Loads the body of the chat. Its bytes are checked, so that a page that pins the loader has pinned everything. It gets the nonce of the
 * loader, for pages whose policy asks for one.
 */
export function loadBody({ base, nonce }: Tag): Promise<StartBody> {
  return new Promise((give, onerror) => {
    const element: Handing = document.createElement('script');
    const { name, integrity } = BODY;
    Object.assign(element, { crossOrigin: '', integrity, nonce, give, onerror });
    element.src = trusted(`${base}/chat/assets/${name}`);
    element.onload = () => element.remove();
    document.head.append(element);
  });
}
