import { confirmed, type Route, route } from '../platform/routes.ts';
import { askPasskeyAgain, confirmIdentity } from './gate/confirmation-routes.ts';
import {
  addTotp,
  confirmNewTotp,
  deleteTotp,
  readSecondFactors,
  renewRecoveryCodes,
} from './gate/factor-routes.ts';
import { listInstallationLog } from './gate/installation-log-routes.ts';
import { addPasskey, askNewPasskey, changePasskey, deletePasskey } from './gate/passkey-routes.ts';
import { changePassword } from './gate/password-routes.ts';
import { requestPasswordReset, resetPassword } from './gate/reset-routes.ts';
import { askPasskey, finishLogin, logInWithPasskey } from './gate/second-login-routes.ts';
import { logIn, logOut, readSession } from './gate/session.ts';
import { endAllSessions, endOneSession, listSessions } from './gate/session-routes.ts';
import { endToken, listTokens, makeToken } from './gate/token-routes.ts';
import type { ProblemCode } from './http/answers.ts';
import {
  addNotifiedBrowser,
  readNotifiedBrowsers,
  removeNotifiedBrowser,
  tryNotifiedBrowsers,
} from './notifications/browser-routes.ts';
import type { OwnerGate, OwnerParts } from './owner-parts.ts';
import { acceptInvitation, readInvitation } from './people/accept-routes.ts';

/** The routes of the owner API, below `/api/owner`, that concern the person who calls: logging in, factors, passwords, tokens. */
export const accountRoutes: readonly Route<OwnerGate, OwnerParts, ProblemCode>[] = [
  route('POST', '/session', 'open', logIn),
  route('GET', '/session', 'session', readSession),
  route('DELETE', '/session', 'session', logOut),
  route('POST', '/session/second-factor', 'open', finishLogin),
  route('POST', '/session/passkey-options', 'open', askPasskey),
  route('POST', '/session/passkey', 'open', logInWithPasskey),
  route('POST', '/session/confirmations', 'session', confirmIdentity),
  route('POST', '/session/confirmations/passkey-options', 'session', askPasskeyAgain),
  route('GET', '/sessions', 'session', listSessions),
  route('DELETE', '/sessions', 'session', endAllSessions),
  route('DELETE', '/sessions/{session_id}', 'session', endOneSession),
  route('PUT', '/password', 'session', changePassword),
  route('POST', '/password/reset-requests', 'open', requestPasswordReset),
  route('POST', '/password/resets', 'open', resetPassword),
  route('GET', '/audit', 'session', listInstallationLog),

  route('GET', '/second-factors', 'session', readSecondFactors),
  confirmed(route('POST', '/second-factors/totp', 'session', addTotp)),
  confirmed(route('POST', '/second-factors/totp/confirm', 'session', confirmNewTotp)),
  confirmed(route('DELETE', '/second-factors/totp', 'session', deleteTotp)),
  confirmed(route('POST', '/second-factors/recovery-codes', 'session', renewRecoveryCodes)),
  confirmed(route('POST', '/second-factors/passkeys/options', 'session', askNewPasskey)),
  route('POST', '/second-factors/passkeys', 'session', addPasskey),
  route('PATCH', '/second-factors/passkeys/{passkey_id}', 'session', changePasskey),
  confirmed(route('DELETE', '/second-factors/passkeys/{passkey_id}', 'session', deletePasskey)),

  route('POST', '/invitations/read', 'open', readInvitation),
  route('POST', '/invitations/accept', 'open', acceptInvitation),

  route('GET', '/push', 'session', readNotifiedBrowsers),
  route('POST', '/push/browsers', 'session', addNotifiedBrowser),
  route('DELETE', '/push/browsers/{browser_id}', 'session', removeNotifiedBrowser),
  route('POST', '/push/trial', 'session', tryNotifiedBrowsers),

  route('GET', '/tokens', 'session', listTokens),
  confirmed(route('POST', '/tokens', 'session', makeToken)),
  route('DELETE', '/tokens/{token_id}', 'session', endToken),
];
