import { blocking, count, ok, type ReadinessCheck, type ReadinessItem, rowsOf, warning } from './check.ts';

/** Calls are remembered for a week. */
const rememberedDays = 7;

interface Receiver {
  slug: string;
  name: string;
  accepted: number;
  rejected: number;
  reason: string | null;
}

/** Whether those who are to call the project do so lately, and with the right signature. */
export const receiversUsed: ReadinessCheck = async (scene) => {
  const receivers = await rowsOf<Receiver>(
    scene,
    `SELECT r.slug, r.name, a.accepted, a.rejected, a.reason FROM dialog.receivers AS r
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE status <> 'rejected')::int AS accepted,
         coalesce(sum(count) FILTER (WHERE status = 'rejected'), 0)::int AS rejected,
         (array_agg(reason ORDER BY id DESC) FILTER (WHERE status = 'rejected'))[1] AS reason
       FROM (
         SELECT id, status, reason, count FROM dialog.arrivals
         WHERE project_id = r.project_id AND receiver_id = r.id AND at > now() - make_interval(days => $2)
         ORDER BY id DESC LIMIT 100) AS newest) AS a
     WHERE r.project_id = $1 ORDER BY r.slug`,
    rememberedDays,
  );
  return receivers.map(receiver);
};

function receiver({ slug, name, accepted, rejected, reason }: Receiver): ReadinessItem {
  const subject = { id: `receiver:${slug}`, title: `Receiver ${name}` };
  const refusals = `${count(rejected, 'call')} rejected, the last for: ${reason}`;
  const correct = correction(reason);
  if (accepted > 0 && rejected === 0) return ok(subject, `It was called in the last ${rememberedDays} days.`);
  if (accepted > 0)
    return warning(subject, `Of its last calls ${accepted} were taken; ${refusals}.`, correct);
  if (rejected > 0) return blocking(subject, `None of its last calls was taken; ${refusals}.`, correct);
  const detail = `Nobody called it in the last ${rememberedDays} days.`;
  return warning(subject, detail, 'Have the other side make a call, or delete the receiver.');
}

/** What would let calls through that were rejected for this reason: a fault of the signature, or the code of an error. */
function correction(reason: string | null): string {
  if (reason?.startsWith('signature_') || reason?.startsWith('timestamp_')) {
    return 'Compare the secret and the clock of the caller with what this receiver expects.';
  }
  return reason === 'validation_error'
    ? 'Have the caller send a JSON body; the 422 that it got says what is wrong with it.'
    : 'Lower the number of calls, or raise the limit that they met.';
}

/** Whether those who are to be told what happens still are. */
export const subscriptionsEnabled: ReadinessCheck = async (scene) => {
  const subscriptions = await rowsOf<{ slug: string; name: string; state: string; reason: string | null }>(
    scene,
    'SELECT slug, name, state, reason FROM dialog.subscriptions WHERE project_id = $1 ORDER BY slug',
  );
  return subscriptions.map(({ slug, name, state, reason }) => {
    const subject = { id: `subscription:${slug}`, title: `Subscription ${name || slug}` };
    return state === 'enabled'
      ? ok(subject, 'It is told what happens.')
      : blocking(
          subject,
          `It is told nothing any more. ${reason ?? ''}`.trim(),
          'Mend the endpoint, then enable the subscription; what it missed follows.',
        );
  });
};
