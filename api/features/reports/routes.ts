// POST /reports on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileReport } from './report.ts';

export const reportsHandlers = (platform: Platform) =>
  handlers({
    'POST /reports': async ({ body, viewer }) => {
      const { id, dueAt } = await fileReport(platform, viewer, body);
      return { data: { id, dueAt: dueAt.toISOString() } };
    },
  });
