import { z } from 'zod';

/** Ids in paths are checked by the gates and stores, which answer 404: a malformed one is as unknown as any other. */
export const projectPath = z.object({ project_id: z.string().describe('`prj_…`') });
