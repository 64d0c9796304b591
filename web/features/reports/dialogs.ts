// The dialogs of this feature, which any code opens by name.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Reports a post, profile, message and so on; visitors may, too. */
    report: Pick<BodyInput<Routes['POST /reports']>, 'targetKind' | 'targetId'> & {
      /** Who made it: for the address of a post, and for blocking them, too. */
      author?: { id: string; exibitionName: string; domainName: string };
    };
  }
}

export const reportsDialogs = {
  report: lazyPart(() => import('./ReportDialog.tsx')),
};
