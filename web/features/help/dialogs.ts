// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Asks the support without logging in. */
    ask: Record<never, never>;
    /** Asks the support for help. */
    help: {
      /** The decision that is appealed against. */
      decision?: string;
      /** The payment that is to be refunded: its receipt, and what it was in the reader's words. */
      refund?: { receipt: string; what: string };
    };
  }
}

export const helpDialogs = {
  ask: lazyPart(() => import('./VisitorHelpDialog.tsx')),
  help: lazyPart(() => import('./HelpDialog.tsx')),
};
