import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { flowStates } from '../flows/standing.ts';
import { at, dialog } from '../schema.ts';

/**
 * The conversation with each customer, over all channels, as operators list it. What it shows of dialogs is a copy that follows the
 * audit log (`follow.ts`), so that each filter of the list is the beginning of an index that goes on with its order. What people
 * decide (`assigneeId` and the like) is written by them alone.
 */
export const conversations = dialog.table(
  'conversations',
  {
    projectId: uuid('project_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** The number of the audit entry by which the customer last came to speak: the order of the list. Below 1 before there is one. */
    place: bigint('place', { mode: 'number' }).notNull().default(0),
    /**
     * The number of the entry by which something last came for people: what the customer said and the scenario did not see to by itself.
     * 0 if nothing did; null if that was before this column, when everything was for people.
     */
    personPlace: bigint('person_place', { mode: 'number' }),
    /** The account with which the customer last spoke, and its channel. */
    identityId: uuid('identity_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    /** Where the scenario stands in the dialog with that account. */
    state: text('state', { enum: flowStates }).notNull(),
    /** When the customer last said something; null if they never did. */
    heardAt: at('heard_at'),
    /** Whether an operator has the dialog with one of the accounts, or was asked for. */
    isHeld: boolean('is_held').notNull().default(false),
    /** Since when the scenario or the customer waits for a person, and nobody has come. */
    wantedAt: at('wanted_at'),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    isOpen: boolean('is_open').notNull().default(true),
    /** When a message of the customer last opened it again. */
    reopenedAt: at('reopened_at'),
    closedAt: at('closed_at'),
    /** Who sees to it, and the team whose conversation it is. */
    assigneeId: uuid('assignee_id'),
    teamId: uuid('team_id'),
    /**
     * Since when the customer waits for an answer of a person: while people have the dialog, or the scenario has nothing to say or broke off,
     * and nobody has answered since.
     */
    unansweredSince: at('unanswered_since'),
    /** From 1 to 5: how the customer rated what was done before it was closed last, and the message that asked for it. */
    rating: integer('rating'),
    ratingMessageId: uuid('rating_message_id'),
    /** When a person last answered, and first since it was opened or a person was asked for. */
    answeredAt: at('answered_at'),
    firstAnsweredAt: at('first_answered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.profileId] }),
    index('conversations_by_place').on(t.projectId, t.place),
    index('conversations_open').on(t.projectId, t.isOpen, t.place),
    index('conversations_by_assignee')
      .on(t.projectId, t.assigneeId, t.isOpen, t.place)
      .where(sql`assignee_id IS NOT NULL`),
    index('conversations_by_team')
      .on(t.projectId, t.teamId, t.isOpen, t.place)
      .where(sql`team_id IS NOT NULL`),
    index('conversations_queued')
      .on(t.projectId, t.teamId, t.place)
      .where(sql`assignee_id IS NULL AND team_id IS NOT NULL AND is_open`),
    index('conversations_unassigned').on(t.projectId, t.isOpen, t.place).where(sql`assignee_id IS NULL`),
    index('conversations_wanted').on(t.projectId, t.isOpen, t.place).where(sql`wanted_at IS NOT NULL`),
    index('conversations_unanswered')
      .on(t.projectId, t.isOpen, t.place)
      .where(sql`unanswered_since IS NOT NULL`),
    index('conversations_held').on(t.projectId, t.isOpen, t.place).where(sql`is_held`),
    index('conversations_by_channel').on(t.projectId, t.channelId, t.isOpen, t.place),
    index('conversations_by_state').on(t.projectId, t.state, t.isOpen, t.place),
  ],
);

/** The tags of the customers with whom there are conversations, each in the order of the list. */
export const conversationTags = dialog.table(
  'conversation_tags',
  {
    projectId: uuid('project_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    tag: text('tag').notNull(),
    isOpen: boolean('is_open').notNull(),
    place: bigint('place', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.profileId, t.tag] }),
    index('conversation_tags_by_place').on(t.projectId, t.tag, t.isOpen, t.place),
  ],
);

/** How far each person has read each conversation. Conversations that a person has not looked at since they joined have no row. */
export const conversationReads = dialog.table(
  'conversation_reads',
  {
    projectId: uuid('project_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    personId: uuid('person_id').notNull(),
    /** The place of the conversation up to which the person has read. */
    readPlace: bigint('read_place', { mode: 'number' }),
    /** The place of the conversation, if there is something unread. */
    unreadPlace: bigint('unread_place', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.profileId, t.personId] }),
    index('conversation_reads_unread')
      .on(t.projectId, t.personId, t.unreadPlace)
      .where(sql`unread_place IS NOT NULL`),
  ],
);

/** Up to which place of the list what a person has not read is noted in `conversation_reads`. */
export const conversationReaders = dialog.table(
  'conversation_readers',
  {
    projectId: uuid('project_id').notNull(),
    personId: uuid('person_id').notNull(),
    place: bigint('place', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.personId] })],
);

/** Teams of a project: people who share conversations. */
export const teams = dialog.table(
  'teams',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Whether what comes into its queue is given to its available people, or waits until somebody takes it. */
    givesOut: boolean('gives_out').notNull().default(false),
    /** Whether it gets the conversations in which a person was asked for and that nobody sees to; one team of a project does. */
    takesHandovers: boolean('takes_handovers').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('teams_name').on(t.projectId, t.name),
    uniqueIndex('teams_of_handovers').on(t.projectId).where(sql`takes_handovers`),
    index('teams_giving_out').on(t.projectId, t.id).where(sql`gives_out`),
  ],
);

export const teamMembers = dialog.table(
  'team_members',
  {
    projectId: uuid('project_id').notNull(),
    teamId: uuid('team_id').notNull(),
    personId: uuid('person_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.teamId, t.personId] }),
    index('team_members_by_person').on(t.projectId, t.personId),
  ],
);

/** What people of a project write to each other about a customer. */
export const conversationNotes = dialog.table(
  'conversation_notes',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** The account with which the customer had spoken last. */
    identityId: uuid('identity_id').notNull(),
    personId: uuid('person_id').notNull(),
    text: text('text').notNull(),
    mentions: uuid('mentions').array().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('conversation_notes_by_identity').on(t.projectId, t.identityId, t.id),
  ],
);

/** Prepared replies: templates that operators use by a shortcut. */
export const cannedReplies = dialog.table(
  'canned_replies',
  {
    projectId: uuid('project_id').notNull(),
    shortcut: text('shortcut').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.shortcut] })],
);

/** What each person did for customers, by day (UTC). Times are sums in milliseconds. */
export const conversationFigures = dialog.table(
  'conversation_figures',
  {
    projectId: uuid('project_id').notNull(),
    day: date('day').notNull(),
    personId: uuid('person_id').notNull(),
    firstAnswers: integer('first_answers').notNull(),
    firstAnswerMs: bigint('first_answer_ms', { mode: 'number' }).notNull(),
    answers: integer('answers').notNull(),
    answerMs: bigint('answer_ms', { mode: 'number' }).notNull(),
    closed: integer('closed').notNull(),
    ratings: integer('ratings').notNull(),
    ratingSum: integer('rating_sum').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day, t.personId] })],
);
