// The dialogs of this feature, which any code opens by name.
import type { AI_LABELS } from '@camarim/contract/limits';
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** The team decides how a post was made. */
    postLabel: {
      id: string;
      ai: { label: (typeof AI_LABELS)[number] } | null;
      onDecided: (ai: { label: (typeof AI_LABELS)[number] } | null) => void;
    };
  }
}

export const postDialogs = {
  postLabel: lazyPart(() => import('./admin/LabelDialog.tsx')),
};
