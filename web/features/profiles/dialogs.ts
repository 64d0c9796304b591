// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Blocks a profile, once the consequences are ticked. */
    block: { profileId: string; name: string; domainName: string };
  }
}

export const profilesDialogs = {
  block: lazyPart(() => import('./blocks/BlockDialog.tsx')),
};
