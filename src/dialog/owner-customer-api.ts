import { type Route, route, shows } from '../platform/routes.ts';
import { listProfileMessages } from './conversations/owner-routes.ts';
import { importCustomersCsv } from './customers/import-routes.ts';
import {
  changeCustomer,
  countCustomers,
  exportCustomers,
  listCustomers,
  listCustomerTags,
  listHappenings,
  readCustomer,
  tagCustomers,
} from './customers/owner-routes.ts';
import { dismissLinkSuggestion, listLinkSuggestions } from './customers/pair-routes.ts';
import type { ProblemCode } from './http/answers.ts';
import {
  assignConversation,
  closeConversation,
  reopenConversation,
  takeConversation,
} from './inbox/assignment-routes.ts';
import {
  listConversations,
  markConversationRead,
  markConversationUnread,
  readConversation,
  readConversationCounts,
} from './inbox/conversation-routes.ts';
import { readConversationFigures } from './inbox/figure-routes.ts';
import { listLeadChanges } from './inbox/lead-routes.ts';
import { sayThatOperatorLooks } from './inbox/looking-routes.ts';
import { addNote, deleteNote, listNotes } from './inbox/note-routes.ts';
import {
  holdDialog,
  listDialogMessages,
  listDialogs,
  releaseDialog,
  sayAsOperator,
} from './inbox/owner-routes.ts';
import { listPresence, setPresence } from './inbox/presence-routes.ts';
import { deleteReply, listReplies, putReply, showReply } from './inbox/reply-routes.ts';
import { deleteMessage, editMessage } from './inbox/revision-routes.ts';
import { createTeam, deleteTeam, listTeams, updateTeam } from './inbox/team-routes.ts';
import { sayThatOperatorTypes } from './inbox/typing-routes.ts';
import { readNotifications, replaceNotifications } from './notifications/owner-routes.ts';
import type { OwnerGate, OwnerParts } from './owner-parts.ts';
import { createLinkCode, listLinkCodes, revokeLinkCode } from './profiles/link-code-routes.ts';
import { linkProfiles, listProfileLinks, undoLink, unlinkIdentity } from './profiles/link-routes.ts';
import { searchProject } from './search/owner-routes.ts';

const project = '/projects/{project_id}';

/**
 * The routes of the owner API, below `/api/owner`, for what customers say and who they are. Whoever sees what a customer said, or takes
 * customers along in a file, is recorded: `shows` says as what.
 */
export const customerRoutes: readonly Route<OwnerGate, OwnerParts, ProblemCode>[] = [
  route('GET', `${project}/profiles`, 'serve', listCustomers),
  shows('customers', 'project', route('GET', `${project}/customers.csv`, 'serve', exportCustomers), {
    isFile: true,
  }),
  route('POST', `${project}/customers.csv`, 'serve', importCustomersCsv),
  route('GET', `${project}/profiles/count`, 'serve', countCustomers),
  route('GET', `${project}/profiles/tags`, 'serve', listCustomerTags),
  route('POST', `${project}/profiles/tags`, 'serve', tagCustomers),
  shows('customer', 'profile', route('GET', `${project}/profiles/{profile_id}`, 'serve', readCustomer)),
  route('PATCH', `${project}/profiles/{profile_id}`, 'serve', changeCustomer),
  shows(
    'customer',
    'profile',
    route('GET', `${project}/profiles/{profile_id}/timeline`, 'serve', listHappenings),
  ),
  route('GET', `${project}/link-suggestions`, 'serve', listLinkSuggestions),
  route('POST', `${project}/link-suggestions/dismiss`, 'serve', dismissLinkSuggestion),
  route('POST', `${project}/profiles/link`, 'serve', linkProfiles),
  route('POST', `${project}/profiles/{profile_id}/unlink`, 'serve', unlinkIdentity),
  shows(
    'customer',
    'profile',
    route('GET', `${project}/profiles/{profile_id}/messages`, 'serve', listProfileMessages),
  ),
  route('GET', `${project}/profiles/{profile_id}/links`, 'serve', listProfileLinks),
  route('POST', `${project}/links/{link_id}/undo`, 'serve', undoLink),
  shows('search', 'project', route('GET', `${project}/search`, 'serve', searchProject)),
  route('GET', `${project}/link-codes`, 'serve', listLinkCodes),
  route('POST', `${project}/link-codes`, 'serve', createLinkCode),
  route('DELETE', `${project}/link-codes/{code_id}`, 'serve', revokeLinkCode),

  route('GET', `${project}/dialogs`, 'work', listDialogs),
  shows(
    'customer',
    'identity',
    route('GET', `${project}/dialogs/{identity_id}/messages`, 'serve', listDialogMessages),
  ),
  route('POST', `${project}/dialogs/{identity_id}/messages`, 'serve', sayAsOperator),
  route('PATCH', `${project}/dialogs/{identity_id}/messages/{message_id}`, 'serve', editMessage),
  route('DELETE', `${project}/dialogs/{identity_id}/messages/{message_id}`, 'serve', deleteMessage),
  route('POST', `${project}/dialogs/{identity_id}/typing`, 'serve', sayThatOperatorTypes),
  route('POST', `${project}/dialogs/{identity_id}/hold`, 'serve', holdDialog),
  route('POST', `${project}/dialogs/{identity_id}/release`, 'serve', releaseDialog),

  route('GET', `${project}/conversations`, 'serve', listConversations),
  route('GET', `${project}/conversations/counts`, 'serve', readConversationCounts),
  route('GET', `${project}/conversations/figures`, 'serve', readConversationFigures),
  shows(
    'customer',
    'profile',
    route('GET', `${project}/conversations/{profile_id}`, 'serve', readConversation),
  ),
  route('POST', `${project}/conversations/{profile_id}/read`, 'serve', markConversationRead),
  route('POST', `${project}/conversations/{profile_id}/unread`, 'serve', markConversationUnread),
  route('POST', `${project}/conversations/{profile_id}/looking`, 'serve', sayThatOperatorLooks),
  route('POST', `${project}/conversations/{profile_id}/take`, 'serve', takeConversation),
  route('PUT', `${project}/conversations/{profile_id}/assignment`, 'serve', assignConversation),
  route('POST', `${project}/conversations/{profile_id}/close`, 'serve', closeConversation),
  route('POST', `${project}/conversations/{profile_id}/reopen`, 'serve', reopenConversation),
  shows(
    'customer',
    'profile',
    route('GET', `${project}/conversations/{profile_id}/notes`, 'serve', listNotes),
  ),
  shows(
    'customer',
    'profile',
    route('GET', `${project}/conversations/{profile_id}/lead`, 'serve', listLeadChanges),
  ),
  route('POST', `${project}/conversations/{profile_id}/notes`, 'serve', addNote),
  route('DELETE', `${project}/conversations/{profile_id}/notes/{note_id}`, 'serve', deleteNote),
  route('GET', `${project}/conversations/{profile_id}/replies/{shortcut}`, 'serve', showReply),
  route('GET', `${project}/replies`, 'serve', listReplies),
  route('PUT', `${project}/replies/{shortcut}`, 'serve', putReply),
  route('DELETE', `${project}/replies/{shortcut}`, 'serve', deleteReply),
  route('GET', `${project}/notifications`, 'serve', readNotifications),
  route('PUT', `${project}/notifications`, 'serve', replaceNotifications),
  route('GET', `${project}/presence`, 'serve', listPresence),
  route('PUT', `${project}/presence`, 'serve', setPresence),
  route('GET', `${project}/teams`, 'serve', listTeams),
  route('POST', `${project}/teams`, 'own', createTeam),
  route('PATCH', `${project}/teams/{team_id}`, 'own', updateTeam),
  route('DELETE', `${project}/teams/{team_id}`, 'own', deleteTeam),
];
