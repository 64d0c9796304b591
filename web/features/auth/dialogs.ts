// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Step-up: asks for a fresh proof of identity. */
    stepUp: { onProved: () => void; onGivenUp: () => void };
  }
}

export const authDialogs = {
  stepUp: lazyPart(() => import('./second-factor/StepUpDialog.tsx')),
};

/** Dialogs that have an address (navigation.ts). */
export const addressedDialogs = {
  login: lazyPart(() => import('./LoginDialog.tsx')),
  register: lazyPart(() => import('./RegisterDialog.tsx')),
};
