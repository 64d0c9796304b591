// Navigation state that another page hands to the composer: media of the vault, or a day of the
// calendar.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { VaultItem } from '../../media/index.ts';

/** `at`: initial value of the start field, such as 2026-11-21T20:00. */
export type ComposerHandoff = { vault?: readonly VaultItem[]; at?: string };

/** Cleared from the navigation state, so that a reload starts an empty composer. */
export const useComposerHandoff = (): ComposerHandoff => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [handoff] = useState(() => (state as ComposerHandoff | null) ?? {});
  useEffect(() => {
    if (state !== null)
      void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return handoff;
};
