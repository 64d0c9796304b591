// The dialogs of this feature, which any code opens by name.
import type { Centavos } from '@camarim/contract/money';
import { lazyPart } from '../../client/load-part.ts';
import type { Intent } from '../../client/sales.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /**
     * `suggested` in centavos is preselected; `intent` is finished once the money has landed;
     * `chargeId` is shown instead of a choice.
     */
    wallet: { suggested?: number; intent?: Intent; chargeId?: string };
    /** Tips a profile, or a post, a goal or the show of it; `item` is of the show's tip menu. */
    tip: {
      profileId: string;
      postId?: string;
      goalId?: string;
      liveId?: string;
      item?: { id: string; label: string; price: Centavos };
      name: string;
    };
  }
}

export const fundsDialogs = {
  wallet: lazyPart(() => import('./wallet/WalletDialog.tsx')),
  tip: lazyPart(() => import('./wallet/TipDialog.tsx')),
};
