import { showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { Binding } from '../dialogs/binding.ts';
import type { LoadedDialog } from '../dialogs/load.ts';
import type { DialogTurn } from '../dialogs/turns.ts';
import type { Content } from '../messages/content.ts';
import { Overtaken } from '../tasks/kinds.ts';
import { hashOfCode } from './code-text.ts';
import { holdProfiles } from './holding.ts';
import { linkProfiles } from './linking.ts';

/** So many wrong codes an account may try in an hour. */
const mostWrong = 10;

const sentences = {
  linked: 'Done. This account is linked to your profile now.',
  already_linked: 'This account is linked to your profile already.',
  wrong_code: 'This code is wrong or has expired. Please ask for a new one.',
  too_many_tries: 'Too many codes were wrong. Please try again in an hour.',
} as const;

/**
 * Customers who redeem link codes. The account in which the code is said and the profile for which it was made become
 * one, by the same merge as an owner's.
 */
export const linkCodes: Binding = {
  async profilesOf(tx, codes) {
    const { rows } = await tx.query<{ project_id: string; profile_id: string }>({
      name: 'link-codes-profiles',
      text: `SELECT c.project_id, c.profile_id FROM unnest($1::uuid[], $2::bytea[]) AS w(project_id, hash)
             JOIN dialog.link_codes AS c ON c.project_id = w.project_id AND c.hash = w.hash`,
      values: [codes.map(({ projectId }) => projectId), codes.map(({ code }) => hashOfCode(code))],
    });
    return rows.map((row) => ({ projectId: row.project_id, profileId: row.profile_id }));
  },

  async redeem(tx, turn, code) {
    const { dialog } = turn;
    if (await hasTriedTooOften(tx, dialog)) return refuse(turn, 'too_many_tries');
    const found = await findCode(tx, dialog, code);
    if (found?.profileId === dialog.profile.id) return refuse(turn, 'already_linked');
    if (!found?.inForce) {
      await countWrong(tx, dialog);
      return refuse(turn, 'wrong_code');
    }
    const { linkId, merge } = await turn.rearrange(() => bind(tx, turn, found));
    turn.say(sentence('linked'));
    return {
      word: 'linked',
      data: { profile_id: showId('profile', merge.survivor.id), link_id: showId('link', linkId) },
    };
  },
};

function refuse(turn: DialogTurn, reason: Exclude<keyof typeof sentences, 'linked'>) {
  turn.say(sentence(reason));
  return { word: 'link_refused', data: { reason } };
}

async function bind(tx: Transaction, { dialog, task }: DialogTurn, code: Code) {
  const { projectId, identityId } = dialog;
  const wanted = [dialog.profile.id, code.profileId];
  const held = await holdProfiles(tx, projectId, wanted, 'unless_held');
  // The code has followed its profile into another, which this transaction does not hold.
  if (held.length < wanted.length) throw new Overtaken();
  await tx.query(
    `UPDATE dialog.link_codes SET used_at = clock_timestamp(), used_by = $3 WHERE project_id = $1 AND id = $2`,
    [projectId, code.id, identityId],
  );
  const actor = {
    type: 'channel' as const,
    id: showId('channel', dialog.channelId),
    name: code.channelName,
  };
  return linkProfiles(tx, held, { projectId, actor, requestId: task.requestId, codeId: code.id });
}

interface Code {
  id: string;
  profileId: string;
  inForce: boolean;
  /** Of the channel in which it was said. */
  channelName: string;
}

async function findCode(tx: Queryable, dialog: LoadedDialog, code: string): Promise<Code | undefined> {
  const { rows } = await tx.query<Code>(
    `SELECT l.id, l.profile_id AS "profileId",
       l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > clock_timestamp() AS "inForce",
       (SELECT c.name FROM dialog.channels AS c WHERE c.project_id = $1 AND c.id = $3) AS "channelName"
     FROM dialog.link_codes AS l WHERE l.project_id = $1 AND l.hash = $2 FOR UPDATE`,
    [dialog.projectId, hashOfCode(code), dialog.channelId],
  );
  return rows[0];
}

async function hasTriedTooOften(tx: Queryable, { projectId, identityId }: LoadedDialog): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM dialog.link_attempts
     WHERE project_id = $1 AND identity_id = $2 AND wrong >= $3 AND since > clock_timestamp() - interval '1 hour'`,
    [projectId, identityId, mostWrong],
  );
  return rowCount! > 0;
}

async function countWrong(tx: Queryable, { projectId, identityId }: LoadedDialog): Promise<void> {
  await tx.query(
    `INSERT INTO dialog.link_attempts AS a (project_id, identity_id, wrong, since)
     VALUES ($1, $2, 1, clock_timestamp())
     ON CONFLICT (project_id, identity_id) DO UPDATE SET
       wrong = CASE WHEN a.since > clock_timestamp() - interval '1 hour' THEN a.wrong + 1 ELSE 1 END,
       since = CASE WHEN a.since > clock_timestamp() - interval '1 hour' THEN a.since ELSE excluded.since END`,
    [projectId, identityId],
  );
}

function sentence(word: keyof typeof sentences): Content {
  return {
    text: sentences[word],
    buttons: [],
    keyboard: 'reply',
    columns: 1,
    format: 'plain',
    image: '',
    variants: {},
  };
}
