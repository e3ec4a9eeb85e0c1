import { z } from 'zod';

/** Ids in paths are checked by gates and stores, which answer 404: a malformed id is treated like an unknown one. */
export const projectPath = z.object({ project_id: z.string().describe('`prj_…`') });
