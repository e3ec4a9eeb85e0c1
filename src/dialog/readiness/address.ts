import { blocking, ok, type ReadinessCheck, rowsOf, warning } from './check.ts';

const subject = { id: 'public_address', title: 'Public address' };

/** Whether others can call this server, and nobody can listen. Only a Telegram channel cannot do without. */
export const publicAddress: ReadinessCheck = async (scene) => {
  const { publicUrl } = scene.settings;
  if (publicUrl?.startsWith('https:')) return [ok(subject, `Others call this server at ${publicUrl}.`)];
  const [called] = await rowsOf(
    scene,
    `SELECT 1 FROM dialog.channels
     WHERE project_id = $1 AND type = 'telegram' AND environment = 'live' AND deleted_at IS NULL
       AND coalesce(settings ->> 'base_url', 'https:') LIKE 'https:%' LIMIT 1`,
  );
  const found = called ? blocking : warning;
  return publicUrl === undefined
    ? [
        found(
          subject,
          'It is not known at which address others call this server.',
          'Set PUBLIC_URL to the https:// address of this server.',
        ),
      ]
    : [
        found(
          subject,
          `The address ${publicUrl} is not encrypted, so keys and messages can be read on the way.`,
          'Put a proxy with a certificate in front of this server, and set PUBLIC_URL to its https:// address.',
        ),
      ];
};
