import { blocking, ok, type ReadinessCheck, rowsOf, warning } from './check.ts';

const testedForDays = 30;

/** Whether the systems that live operations call have answered a test lately. */
export const connectionsTested: ReadinessCheck = async (scene) => {
  const connections = await rowsOf<{
    slug: string;
    name: string;
    operations: string[];
    last_test: { ok: boolean; detail: string } | null;
    is_recent: boolean;
  }>(
    scene,
    `SELECT c.slug, c.name, array_agg(o.slug ORDER BY o.slug) AS operations, c.last_test,
       coalesce((c.last_test ->> 'at')::timestamptz > now() - make_interval(days => $2), false) AS is_recent
     FROM dialog.connections AS c
     JOIN dialog.operations AS o
       ON o.project_id = c.project_id AND o.connection_id = c.id AND 'live' = ANY (o.environments)
     WHERE c.project_id = $1 GROUP BY c.project_id, c.id ORDER BY c.slug`,
    testedForDays,
  );
  return connections.map(({ slug, name, operations, last_test: test, is_recent: isRecent }) => {
    const subject = { id: `connection:${slug}`, title: `Connection ${name}` };
    const users = `It is used live by ${operations.slice(0, 5).join(', ')}${operations.length > 5 ? ' and others' : ''}.`;
    if (!test)
      return warning(subject, `${users} As it is set up now it was not tested.`, 'Test the connection.');
    if (!test.ok) {
      return blocking(
        subject,
        `${users} Its last test failed. ${test.detail}`,
        'Correct the connection, and test it again.',
      );
    }
    if (!isRecent) {
      const detail = `${users} Its last test was more than ${testedForDays} days ago.`;
      return warning(subject, detail, 'Test the connection.');
    }
    return ok(subject, `${users} Its last test went well.`);
  });
};
