// What another page brings to the composer, as the state of the navigation: media of the vault, a
// day of the calendar.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { VaultItem } from '../../vault/queries.ts';

/** `at`: what the field of its start holds, like 2026-11-21T20:00. */
export type ComposerHandoff = { vault?: readonly VaultItem[]; at?: string };

/** Taken once: not again after a reload. */
export const useComposerHandoff = (): ComposerHandoff => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [brought] = useState(() => (state as ComposerHandoff | null) ?? {});
  useEffect(() => {
    if (state !== null)
      void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return brought;
};
