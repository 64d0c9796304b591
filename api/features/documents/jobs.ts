// Background work of documents: removing those whose request never came about.
import type { Platform } from '../../platform/platform.ts';
import { removeDocuments } from './documents.ts';
import type { Holder } from './documents.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'documents.sweep': Holder;
  }
}

/** `kept` says whether the holder was written. */
export const defineDocumentsJobs = (
  platform: Platform,
  { kept }: { kept: (holder: Holder) => Promise<boolean> },
): void => {
  platform.jobs.define(
    'documents.sweep',
    { retries: 10, backoffSeconds: 300, expireSeconds: 120, concurrency: 1 },
    async (holder) => {
      if (!(await kept(holder))) await removeDocuments(platform, holder);
    },
  );
};
