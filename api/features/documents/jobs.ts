// Job of documents: deletes those whose holder does not exist.
import type { Platform } from '../../platform/platform.ts';
import { deleteDocuments } from './documents.ts';
import type { Holder } from './documents.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'documents.sweep': Holder;
  }
}

/** `holderExists` says whether the holder still needs its documents. */
export const defineDocumentsJobs = (
  platform: Platform,
  { holderExists }: { holderExists: (holder: Holder) => Promise<boolean> },
): void => {
  platform.jobs.define(
    'documents.sweep',
    { retries: 10, backoffSeconds: 300, expireSeconds: 120, concurrency: 1 },
    async (holder) => {
      if (!(await holderExists(holder))) await deleteDocuments(platform, holder);
    },
  );
};
