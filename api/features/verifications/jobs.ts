// Jobs of verifications: deletion of documents without a holder, and of the data of rejected requests.
import type { Platform } from '../../platform/platform.ts';
import { ageRequestExists } from './age/store.ts';
import { type Holder, deleteDocuments } from './documents/documents.ts';
import { performerHasData } from './performers/store.ts';
import { eraseRejectedRequests } from './producer/erase-requests.ts';
import { requestExists } from './producer/store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'documents.sweep': Holder;
    'producers.forget': Record<never, never>;
  }
}

/** Whether the holder still needs its documents. */
const HOLDER_EXISTS = {
  age: ageRequestExists,
  producer: requestExists,
  performer: performerHasData,
};

export const defineVerificationsJobs = (platform: Platform): void => {
  platform.jobs.define(
    'documents.sweep',
    { retries: 10, backoffSeconds: 300, expireSeconds: 120, concurrency: 1 },
    async (holder) => {
      if (!(await HOLDER_EXISTS[holder.group](platform.db, holder.id)))
        await deleteDocuments(platform, holder);
    },
  );
  platform.jobs.define(
    'producers.forget',
    { retries: 3, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '50 4 * * *' },
    () => eraseRejectedRequests(platform),
  );
};
