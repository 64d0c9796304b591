// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Asks the support for help. */
    help: {
      /** The decision that is appealed against. */
      decision?: string;
    };
  }
}

export const helpDialogs = {
  help: lazyPart(() => import('./HelpDialog.tsx')),
};
