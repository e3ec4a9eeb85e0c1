/** Tables that features share, and tables that are written by another folder than the one that declares them. */
export const owners: Readonly<Record<string, string>> = {
  installation: 'projects',
  owners: 'gate',
  projects: 'gate',
  projectKeys: 'gate',
  channels: 'channels',
  profiles: 'profiles',
  identities: 'profiles',
  requestKeys: 'tasks',
  tasks: 'tasks',
  projectCounters: 'tasks',
  processes: 'presence.ts',
  presence: 'inbox',
  scenarioDrafts: 'publication',
};

/** A file whose statements use tables of other folders. */
export interface Crossing {
  /** Below src. */
  file: string;
  /** The schema objects. */
  tables: readonly string[];
}

/** Statements that have to use tables of other folders. */
export const named: readonly (Crossing & { why: string })[] = [
  // Accepted work is committed by one statement, or in one transaction, with all data that its acceptance depends on.
  {
    file: 'dialog/tasks/accept-statement.ts',
    tables: ['projectKeys', 'channels', 'identities', 'files', 'auditInbox'],
    why: 'acceptance: the key, the customer, the channel and attached files are looked at in the statement that writes',
  },
  {
    file: 'dialog/tasks/insert.ts',
    tables: ['channels', 'identities'],
    why: 'acceptance: the environment and the target of a task are those of its customer as it is queued',
  },
  {
    file: 'dialog/tables/write.ts',
    tables: ['projectKeys', 'requestKeys', 'auditInbox'],
    why: 'acceptance: rows are written with their request key and audit entry in one statement',
  },
  {
    file: 'dialog/tasks/finish.ts',
    tables: ['auditInbox'],
    why: 'finishing: outcomes and their audit entries are one statement',
  },
  {
    file: 'dialog/webhooks/outbound/fan-out.ts',
    tables: ['projects', 'auditHeads', 'tasks'],
    why: 'numbering: a subscription is compared with the head of the log, under its own lock',
  },
  {
    file: 'dialog/audit/every-project.ts',
    tables: ['projects'],
    why: 'numbering: followers of every project leave out those that were deleted',
  },
  {
    file: 'dialog/audit/begun.ts',
    tables: ['identities', 'channels'],
    why: 'sight: whether a customer has a live account decides what is shown of a trial',
  },
  {
    file: 'dialog/conversations/record.ts',
    tables: ['auditLog', 'tasks'],
    why: 'numbering: the record follows the log, and copies each message as its task is at that moment',
  },
  {
    file: 'dialog/workflows/follow.ts',
    tables: ['projects', 'auditHeads', 'auditLog', 'projectCounters'],
    why: 'numbering: triggers follow the log, under the lock of their cursor, while the project has room for work',
  },
  {
    file: 'dialog/workflows/following.ts',
    tables: ['auditHeads'],
    why: 'numbering: a project is followed from the last number on',
  },
  {
    file: 'dialog/dialogs/whom.ts',
    tables: ['channels', 'identities'],
    why: 'customers: of the accounts of a profile, the one whose dialog moved last in a channel or environment',
  },
  {
    file: 'dialog/profiles/by-field.ts',
    tables: ['projectSettings'],
    why: 'customers: which fields customers are found by, and how numbers are written, is looked at in the statement that finds them',
  },
  {
    file: 'dialog/dialogs/customers.ts',
    tables: ['identities', 'channels', 'profiles'],
    why: 'conditions: a trigger reads a customer with their profile and channel as they are together',
  },
  {
    file: 'dialog/dialogs/test-conversations.ts',
    tables: ['identities', 'channels'],
    why: 'drafts: a conversation is read with its customer, and is none without their channel',
  },
  {
    file: 'dialog/dialogs/heard-messages.ts',
    tables: ['tasks'],
    why: 'events: the words of a message are those of its task',
  },
  {
    file: 'dialog/operations/of-jobs.ts',
    tables: ['tasks'],
    why: 'events: the operation of a job is that of its task',
  },
  {
    file: 'dialog/analytics/figures.ts',
    tables: ['auditHeads'],
    why: 'numbering: figures are those of the last number',
  },
  {
    file: 'dialog/analytics/follow-tags.ts',
    tables: ['auditLog', 'identities', 'profiles'],
    why: 'numbering: the figures by tag follow the log, and count for the tags of customers as they are at that moment',
  },
  // Records of all kinds are deleted by age, or with their project, in the same way.
  {
    file: 'dialog/retention/remove.ts',
    tables: ['projectSettings', 'projects'],
    why: 'retention: one walk over all projects, by the rules of each',
  },
  {
    file: 'dialog/retention/rules.ts',
    tables: [
      ...[
        'tasks',
        'webchatMessages',
        'conversationMessages',
        'dialogs',
        'requestLog',
        'auditLog',
        'workflowRuns',
        'files',
        'approvals',
      ],
    ],
    why: 'retention: a rule names the rows that it removes',
  },
  {
    file: 'dialog/maintenance.ts',
    tables: [
      'projects',
      'dailyActive',
      'stepFigures',
      'tagFigures',
      'tagRevenue',
      'tagActive',
      'webchatVisitors',
      'ownerNetworks',
      'ownerDevices',
      'rateWindows',
      'linkCodes',
      'linkAttempts',
      'installationLog',
      'personalTokens',
      'requestKeys',
      'arrivals',
      'webhookAttempts',
      'runDebounces',
      'workflowVersions',
      'testConversations',
      'notifications',
    ],
    why: 'deletion: rows go in small batches, and those of deleted projects and tables before their own',
  },
  {
    file: 'dialog/secrets/places.ts',
    tables: [
      'connections',
      'projectSettings',
      'channels',
      'receivers',
      'subscriptions',
      'mails',
      'pushKeys',
      'totpSecrets',
      'owners',
    ],
    why: 'secrets: all columns with sealed texts are sealed anew, counted and checked in the same way',
  },
  {
    file: 'dialog/secrets/rotation.ts',
    tables: ['projects', 'tasks'],
    why: 'secrets: the tasks that carry sealed texts are looked for with them',
  },
  // What needs somebody is counted together, whatever its folder.
  {
    file: 'dialog/needs/counts.ts',
    tables: ['tasks', 'conversations', 'channels', 'approvals', 'dialogs', 'identities'],
    why: 'needs: all that waits is counted by one statement',
  },
  {
    file: 'dialog/needs/failures.ts',
    tables: ['tasks', 'identities', 'channels', 'operationRevisions', 'workflowRuns', 'dialogs'],
    why: 'needs: what failed, of all kinds, is grouped and sorted by one statement',
  },
  // A readiness check reads all records of a project, whatever their folder.
  { file: 'dialog/readiness/address.ts', tables: ['channels'], why: 'readiness' },
  { file: 'dialog/readiness/channels.ts', tables: ['channels'], why: 'readiness' },
  { file: 'dialog/readiness/connections.ts', tables: ['connections', 'operations'], why: 'readiness' },
  {
    file: 'dialog/readiness/definitions.ts',
    tables: ['scenarioDrafts', 'scenarioVersions', 'workflows', 'workflowVersions'],
    why: 'readiness',
  },
  { file: 'dialog/readiness/keys.ts', tables: ['projectKeys'], why: 'readiness' },
  { file: 'dialog/readiness/owner-password.ts', tables: ['members', 'owners'], why: 'readiness' },
  { file: 'dialog/readiness/file-room.ts', tables: ['channels', 'fileUsage'], why: 'readiness' },
  { file: 'dialog/readiness/limits.ts', tables: ['projectCounters'], why: 'readiness' },
  {
    file: 'dialog/readiness/methods.ts',
    tables: ['operations', 'methodVersions', 'workflows'],
    why: 'readiness',
  },
  {
    file: 'dialog/readiness/payment-shops.ts',
    tables: ['connections', 'operations', 'operationRevisions'],
    why: 'readiness',
  },
  { file: 'dialog/readiness/unsettled.ts', tables: ['tasks'], why: 'readiness' },
  {
    file: 'dialog/readiness/webhooks.ts',
    tables: ['tasks', 'receivers', 'arrivals', 'subscriptions', 'webhookAttempts', 'workflows'],
    why: 'readiness',
  },
  {
    file: 'dialog/publication/world.ts',
    tables: [
      'operations',
      'operationRevisions',
      'channels',
      'tables',
      'receivers',
      'workflows',
      'workflowVersions',
      'projectSettings',
    ],
    why: 'what a definition is checked against is one moment of all that the project has',
  },
  // Joins that read a batch, a lock or a page. Separate reads would need one more round trip, or see two states.
  {
    file: 'dialog/operations/run.ts',
    tables: ['connections', 'channels', 'profiles', 'identities'],
    why: 'all that runs need to know is read for many of them together, as of one moment',
  },
  {
    file: 'dialog/operations/store.ts',
    tables: ['connections'],
    why: 'an operation is shown with the slug of its connection, and lists are sorted and paged by Postgres',
  },
  {
    file: 'dialog/operations/read-job.ts',
    tables: ['orders', 'tasks'],
    why: 'a job is a task; its order has its id, and payments stand above operations',
  },
  {
    file: 'dialog/operations/job-list.ts',
    tables: ['connections', 'tasks'],
    why: 'jobs are tasks, listed newest first by their operation and its connection, and paged by Postgres',
  },
  {
    file: 'dialog/payments/moves-money.ts',
    tables: ['tasks'],
    why: 'a condition for the list of unknown outcomes, which are tasks: which of them have an order',
  },
  {
    file: 'dialog/payments/list.ts',
    tables: ['profiles', 'identities'],
    why: 'a page of payments shows the profile of each customer, and what it may still use',
  },
  {
    file: 'dialog/payments/notified.ts',
    tables: ['connections', 'projects'],
    why: 'a notification is looked up and noted in one statement, before a project is known',
  },
  {
    file: 'dialog/payments/wake.ts',
    tables: ['tasks'],
    why: 'an order whose turn waits in the queue is left out while it is taken',
  },
  {
    file: 'dialog/published/jobs.ts',
    tables: ['tasks', 'workflowRuns'],
    why: 'a call is a task, and a run from its first turn on; both are read as of one moment',
  },
  {
    file: 'dialog/published/versions.ts',
    tables: ['operations', 'operationRevisions', 'workflows'],
    why: 'every call asks whether its target is there: many are answered by one statement',
  },
  {
    file: 'dialog/messages/recipients.ts',
    tables: ['channels', 'identities'],
    why: 'the recipients of many messages are read together',
  },
  {
    file: 'dialog/miniapp/customer.ts',
    tables: ['channels', 'identities'],
    why: 'a user is looked for in several channels, of which the first counts',
  },
  {
    file: 'dialog/dialogs/due.ts',
    tables: ['channels', 'identities'],
    why: 'due dialogs of all projects are taken together, with the environment of their channels',
  },
  {
    file: 'dialog/dialogs/waiting.ts',
    tables: ['channels', 'identities'],
    why: 'dialogs are counted by the environment of their channels',
  },
  {
    file: 'dialog/profiles/naming.ts',
    tables: ['projectSettings'],
    why: 'which keys of the state are names is looked at in the statement that calls customers by them',
  },
  {
    file: 'dialog/profiles/named-identities.ts',
    tables: ['channels'],
    why: 'the customers that many calls and triggers name are found together, with the environment of their channels',
  },
  {
    file: 'dialog/webhooks/inbound/receivers.ts',
    tables: ['projects'],
    why: 'a receiver is looked up by its address alone, before a project is known',
  },
  {
    file: 'dialog/webhooks/outbound/deliveries.ts',
    tables: ['tasks'],
    why: 'a delivery is a task, listed with its attempts and its subscription',
  },
  {
    file: 'dialog/workflows/runs.ts',
    tables: ['tasks'],
    why: 'a run that has not begun is a task; both are read as of one moment',
  },
  {
    file: 'dialog/workflows/cancel.ts',
    tables: ['tasks'],
    why: 'runs that have not begun, and jobs for which runs wait, are tasks',
  },
  {
    file: 'dialog/workflows/cancel-all.ts',
    tables: ['tasks'],
    why: 'a run that has not begun is a task; both are listed together, so that none is missed in between',
  },
  {
    file: 'dialog/workflows/triggers.ts',
    tables: ['projects'],
    why: 'due schedules of all projects are locked together; those of deleted projects are left out',
  },
  {
    file: 'dialog/channels/inbound.ts',
    tables: ['projects'],
    why: 'a channel is called by its id alone, before a project is known',
  },
  {
    file: 'dialog/notifications/follow.ts',
    tables: [
      ...['projects', 'auditHeads', 'auditLog', 'conversationCursors', 'conversations', 'conversationReads'],
      ...['channels', 'identities', 'members', 'owners', 'pushBrowsers', 'teamMembers'],
    ],
    why: 'numbering: people are told behind the list of conversations, by what they see to and may see as it stands together',
  },
  {
    file: 'dialog/push/outbox.ts',
    tables: ['projects'],
    why: 'what is due for all projects is taken together, with their names; what is about deleted ones is thrown away',
  },
  {
    file: 'dialog/notifications/settings.ts',
    tables: ['auditHeads'],
    why: 'numbering: whoever wants to be told is told of what comes after the last number',
  },
  {
    file: 'dialog/channels/webchat/revise.ts',
    tables: ['identities'],
    why: 'numbering: a change of a transcript names its visitor in the notice of the same statement',
  },
  {
    file: 'dialog/channels/pictures.ts',
    tables: ['presence', 'owners', 'members'],
    why: 'a file is not deleted while a person who may answer customers shows it, which is looked at in the transaction that deletes',
  },
  {
    file: 'dialog/channels/webchat/lead.ts',
    tables: ['dialogs', 'presence', 'owners'],
    why: 'a visitor is told who leads their dialog in the statement that reads their messages, by the name for customers',
  },
  {
    file: 'dialog/dialogs/answered.ts',
    tables: ['tasks'],
    why: 'whether a person has written is asked in the turn that ends their wait, before any copy of the message is made',
  },
  {
    file: 'dialog/channels/webchat/seen.ts',
    tables: ['identities'],
    why: 'a customer is shown in all their chats, by one statement, that they were read; the notice names the visitors',
  },
  {
    file: 'dialog/channels/show-typing.ts',
    tables: ['identities'],
    why: 'lists: the account of a customer is read with its channel',
  },
  {
    file: 'dialog/channels/webchat/visitors.ts',
    tables: ['projects'],
    why: 'a chat is opened by its address alone, before a project is known',
  },
  {
    file: 'dialog/conversations/shown.ts',
    tables: ['identities', 'tasks'],
    why: 'a button counts only if its message, a task, was for this customer',
  },
  {
    file: 'dialog/channels/webchat/feed.ts',
    tables: ['dialogs', 'identities'],
    why: 'what is new is read for all listening tabs together, by what a visitor is known by',
  },
  {
    file: 'dialog/channels/webchat/transcript.ts',
    tables: ['dialogs', 'identities', 'scenarioVersions', 'tasks'],
    why: 'a transcript is written from the accepted messages in the statement that numbers it, which also notes who reads them',
  },
  {
    file: 'dialog/channels/webchat/press.ts',
    tables: ['identities'],
    why: 'a notice names a visitor by their channel, as what is found there is sent',
  },
  {
    file: 'dialog/channels/webchat/typing.ts',
    tables: ['identities'],
    why: 'a notice names a visitor by their channel, as what is found there is sent',
  },
  {
    file: 'dialog/dialogs/hold.ts',
    tables: ['identities'],
    why: 'whether there is such a customer, and who has the dialog, is one look',
  },
  {
    file: 'dialog/dialogs/load.ts',
    tables: ['channels', 'profiles', 'identities'],
    why: 'all that turns need to know is read, and locked, for many of them together',
  },
  {
    file: 'dialog/dialogs/save.ts',
    tables: ['profiles'],
    why: 'profiles are locked and changed by the turns of their dialogs',
  },
  {
    file: 'dialog/conversations/mark-read.ts',
    tables: ['tasks'],
    why: 'a message that is read before it is on record gets there as its task is at that moment',
  },
  {
    file: 'dialog/conversations/find.ts',
    tables: ['tasks'],
    why: 'a message is read from its task as long as that is kept, so the answer is never behind',
  },
  {
    file: 'dialog/conversations/time-line.ts',
    tables: ['channels', 'identities', 'tasks'],
    why: 'a page has what is on record and what is still a task, of all accounts of a customer',
  },
  {
    file: 'dialog/inbox/history.ts',
    tables: ['tasks', 'conversationMessages'],
    why: 'what was said are tasks, shown with what the scenario did on each, and the record of older ones',
  },
  {
    file: 'dialog/waits/arrivals.ts',
    tables: ['identities'],
    why: 'the waits of a customer are found and locked in one statement, whichever of their accounts waits',
  },
  {
    file: 'dialog/inbox/list.ts',
    tables: ['dialogs', 'channels', 'identities', 'tasks'],
    why: 'a page of dialogs shows the customer, the channel and the last words of each',
  },
  {
    file: 'dialog/inbox/follow.ts',
    tables: ['dialogs', 'identities', 'profiles'],
    why: 'a conversation is a copy of where the dialogs of its customer stand, as of one moment for many customers',
  },
  {
    file: 'dialog/inbox/conversation-list.ts',
    tables: ['conversationMessages', 'channels', 'identities', 'owners', 'tasks'],
    why: 'a page of conversations shows the customer, the channel, who sees to it and the last words of each',
  },
  {
    file: 'dialog/inbox/teams.ts',
    tables: ['owners'],
    why: 'a team is shown with the addresses of its people',
  },
  {
    file: 'dialog/inbox/queue.ts',
    tables: ['members', 'owners', 'profiles'],
    why: 'whoever gets a conversation is named from the look that chooses them, which passes over customers who are gone',
  },
  {
    file: 'dialog/inbox/accounts.ts',
    tables: ['identities'],
    why: 'whoever answers an account sees to the conversation of its customer, which is found by it in one look',
  },
  {
    file: 'dialog/inbox/assignment.ts',
    tables: ['owners'],
    why: 'who has a conversation is named from the look that locks it',
  },
  {
    file: 'dialog/inbox/notes.ts',
    tables: ['identities', 'owners'],
    why: 'notes follow the accounts of a customer, and are shown with the addresses of people',
  },
  {
    file: 'dialog/inbox/figures.ts',
    tables: ['identities', 'owners'],
    why: 'an answer to an account is noted with the conversation of its customer',
  },
  {
    file: 'dialog/inbox/replies.ts',
    tables: ['channels', 'identities', 'profiles'],
    why: 'a reply is rendered from a customer with their profile as they are together',
  },
  {
    file: 'dialog/dialogs/hear-files.ts',
    tables: ['channels'],
    why: 'acceptance: a file has the environment of its channel as it is at that moment',
  },
  {
    file: 'dialog/inbox/operator-message.ts',
    tables: ['dialogs', 'channels', 'identities'],
    why: 'an operator may write to a customer with whom there is no dialog yet',
  },
  {
    file: 'dialog/profiles/identities.ts',
    tables: ['channels'],
    why: 'a new identity is told of with the environment of its channel, in the statement that makes it',
  },
  {
    file: 'dialog/profiles/link-codes.ts',
    tables: ['channels'],
    why: 'an identity whose channel was deleted cannot be named',
  },
  {
    file: 'dialog/profiles/redemption.ts',
    tables: ['channels'],
    why: 'a code is found with the name of the channel in which it was said',
  },
  {
    file: 'dialog/profiles/unlinking.ts',
    tables: ['channels'],
    why: 'an identity whose channel was deleted cannot be named',
  },
  {
    file: 'dialog/profiles/paid-orders.ts',
    tables: ['orders'],
    why: 'erasure, merge and payment work out access anew from all orders, and payments stand above profiles',
  },
  {
    file: 'dialog/search/follow.ts',
    tables: ['auditLog', 'conversationCursors', 'identities'],
    why: 'numbering: the search follows the log up to where the record of conversations is',
  },
  {
    file: 'dialog/search/write.ts',
    tables: ['conversationMessages', 'identities'],
    why: 'numbering: the words of messages and accounts are read for many of them together, without those that are written',
  },
  {
    file: 'dialog/search/find.ts',
    tables: ['conversationMessages', 'identities', 'channels'],
    why: 'hits are shown with their texts, customers and channels as of one moment',
  },
  {
    file: 'dialog/profiles/listing.ts',
    tables: ['channels'],
    why: 'a page of customers is chosen by channel, and shows the type of each',
  },
  {
    file: 'dialog/profiles/tagging.ts',
    tables: ['auditInbox'],
    why: 'the profiles that change are known in the statement that changes them, with their audit entries',
  },
  {
    file: 'dialog/profiles/store.ts',
    tables: ['projectKeys', 'channels', 'auditInbox'],
    why: 'a profile is shown with its channels, and changed with its audit entry while the key is in force',
  },
  {
    file: 'dialog/projects/unsettled-everywhere.ts',
    tables: ['tasks', 'projects', 'channels', 'connections', 'identities'],
    why: 'a page of unknown outcomes of all projects is chosen by customer, and shows the names of what each is about',
  },
];
