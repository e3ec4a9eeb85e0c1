import { readId } from '../../src/platform/ids.ts';
import type { TestServer } from './server.ts';

/** Lets the time be over for which a dialog is held, and its step waits for a person. @param identity `idn_…` */
export async function passHold({ server }: TestServer, identity: string): Promise<void> {
  await server.parts.database.query(
    `UPDATE dialog.dialogs SET held_until = now(), wake_at = now(), position = CASE position->'waiting'->>'kind'
       WHEN 'operator' THEN jsonb_set(position::jsonb, '{waiting,until}', to_jsonb('2020-01-01T00:00:00Z'::text))::json
       ELSE position END
     WHERE identity_id = $1`,
    [readId('identity', identity)],
  );
}
