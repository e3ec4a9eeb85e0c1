import { type Route, route } from '../platform/routes.ts';
import { hearTelegram } from './channels/telegram/inbound.ts';
import { sayAbout } from './channels/webchat/about-route.ts';
import { readChatPage } from './channels/webchat/pages.ts';
import { readLogo, readPortrait } from './channels/webchat/pictures.ts';
import {
  allowPages,
  beginSession,
  callOperator,
  readLook,
  readMessages,
  readUpToHere,
  sayMessage,
  streamMessages,
} from './channels/webchat/public-routes.ts';
import { sayThatVisitorTypes } from './channels/webchat/typing-route.ts';
import { uploadVisitorFile } from './channels/webchat/uploads.ts';
import { readDemoPicture, readWidgetFile, readWidgetModule } from './channels/webchat/widget-files.ts';
import { hearWebhook } from './channels/webhook-inbound.ts';
import { downloadFile } from './files/public-routes.ts';
import type { DialogParts } from './parts.ts';
import { takeNotification } from './payments/public-routes.ts';
import { callMethod, readCallJob, readContract, readContractYaml } from './published/call-routes.ts';
import { callReceiver } from './webhooks/inbound/public-routes.ts';

/** Below `/api/webhooks`: calls to receivers. The endpoint checks the signature together with the body. */
export const webhookRoutes: readonly Route<'signature', DialogParts>[] = [
  route('POST', '/{receiver_id}', 'signature', callReceiver),
];

/** Below `/api/channels`: channels deliver what customers say. */
export const channelCallRoutes: readonly Route<'signature' | 'bot secret', DialogParts>[] = [
  route('POST', '/{channel_id}/telegram', 'bot secret', hearTelegram),
  route('POST', '/{channel_id}/webhook', 'signature', hearWebhook),
];

/** Below `/api/payments`: a payment provider notifies us of changes. */
export const paymentRoutes: readonly Route<'open', DialogParts>[] = [
  route('POST', '/{connection_id}/notifications', 'open', takeNotification),
];

/** Below `/api/chat`: web chats, for browsers of visitors on pages that may show the chat. */
export const chatRoutes: readonly Route<'page' | 'visitor', DialogParts>[] = [
  route('GET', '/{channel_id}/look', 'page', readLook),
  route('POST', '/{channel_id}/sessions', 'page', beginSession),
  route('POST', '/{channel_id}/messages', 'visitor', sayMessage),
  route('POST', '/{channel_id}/files', 'visitor', uploadVisitorFile),
  route('GET', '/{channel_id}/messages', 'visitor', readMessages),
  route('GET', '/{channel_id}/events', 'visitor', streamMessages),
  route('POST', '/{channel_id}/read', 'visitor', readUpToHere),
  route('POST', '/{channel_id}/typing', 'visitor', sayThatVisitorTypes),
  route('POST', '/{channel_id}/operator', 'visitor', callOperator),
  route('POST', '/{channel_id}/about', 'visitor', sayAbout),
  route('OPTIONS', '/{channel_id}/look', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/sessions', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/messages', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/files', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/events', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/read', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/typing', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/operator', 'page', allowPages),
  route('OPTIONS', '/{channel_id}/about', 'page', allowPages),
];

/** Below `/chat`: the script and the page of each web chat. */
export const chatPageRoutes: readonly Route<'open', DialogParts>[] = [
  route('GET', '/demo.png', 'open', readDemoPicture),
  route('GET', '/module.js', 'open', readWidgetModule),
  route('GET', '/assets/{name}', 'open', readWidgetFile),
  route('GET', '/{channel_id}', 'open', readChatPage),
  route('GET', '/{channel_id}/logo/{file_id}', 'open', readLogo),
  route('GET', '/{channel_id}/people/{file_id}', 'open', readPortrait),
];

/** Below `/files`: files, for whoever has a signed address. */
export const fileRoutes: readonly Route<'link', DialogParts>[] = [
  route('GET', '/{project_id}/{file_id}', 'link', downloadFile),
];

/** Below `/api/published`: the methods that projects publish. */
export const publishedRoutes: readonly Route<'method key', DialogParts>[] = [
  route('POST', '/{project}/{slug}/v{version}', 'method key', callMethod),
  route('GET', '/{project}/{slug}/v{version}/jobs/{job_id}', 'method key', readCallJob),
  route('GET', '/{project}/{slug}/v{version}/openapi.json', 'method key', readContract),
  route('GET', '/{project}/{slug}/v{version}/openapi.yaml', 'method key', readContractYaml),
];
