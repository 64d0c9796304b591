// What other features and the composition root may use of the limits against fraud.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { defineFeature } from '../../feature.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';
import { decidedAlerts, OPEN_ALERTS } from './alert-store.ts';
import { exportAlertsOf } from './alerts.ts';
import { texts } from './declarations.ts';
import { ALERTS_KEPT_DAYS, defineFraudJobs } from './jobs.ts';
import { fraudHandlers } from './routes.ts';
import { deleteNewPayersOf } from './velocity-store.ts';

export { isProducerInQuestion } from './alert-store.ts';
export { countedSince, openAlert } from './alerts.ts';
export { checkVelocity } from './velocity.ts';
export { paidProducers } from './velocity-store.ts';

declare module '../../feature.ts' {
  interface Services {
    /** Takes sales back to the payer’s wallet, by an administrator’s decision. */
    saleReversals: {
      /** False: it was taken back before, or its money is spent. */
      reverse(act: {
        adminId: ProfileId;
        transferId: TransferId;
        reason: string;
      }): Promise<boolean>;
    };
    /** Blocks accounts, as people with the right to decide about them do. */
    accountBlocks: {
      /**
       * True: the account is blocked, also when it was before; false while a second administrator
       * has to agree. Throws what refuses a block.
       */
      block(viewer: AdminViewer, profileId: ProfileId, reason: string): Promise<boolean>;
    };
  }
}

/** Limits against fraud that were reached, and the limits of card money between two people. */
export const fraud = defineFeature({
  name: 'fraud',
  texts,
  handlers: fraudHandlers,
  jobs: defineFraudJobs,
  openWork: [{ kind: 'fraudAlert', cases: OPEN_ALERTS }],
  dayCounts: [decidedAlerts],
  personalData: [
    {
      text: 'data.newPayers',
      tables: ['new_payers'],
      ground: 'security',
      removal: 'blanked',
      by: [({ db }, profileId) => deleteNewPayersOf(db, profileId)],
    },
    {
      text: 'data.fraudAlerts',
      tables: ['fraud_alerts'],
      ground: 'security',
      removal: 'kept',
      basis: 'fraud',
      days: ALERTS_KEPT_DAYS,
    },
  ],
  exporters: [exportAlertsOf],
});
