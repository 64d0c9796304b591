// The action that a visitor started before logging in or creating an account; it resumes after
// log-in.
import { MINUTE_MS } from '@camarim/contract/time';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session.ts';

const STORED = 'camarim.wanted';
/** Creating an account takes minutes. Later, a dialog that opens by itself would be a surprise. */
const VALID_MS = 30 * MINUTE_MS;

type StoredAct = { act: string; at: number };

/**
 * Stored in this tab and not in the address: a link from elsewhere must not follow or like.
 * `act` names the action and its object: `unlock:{postId}`.
 */
export const savePendingAction = (act: string): void =>
  sessionStorage.setItem(STORED, JSON.stringify({ act, at: Date.now() } satisfies StoredAct));

export const clearPendingAction = (): void => sessionStorage.removeItem(STORED);

/** Whether this action is pending; true once. */
export const consumePendingAction = (act: string): boolean => {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as StoredAct | null;
  if (stored?.act !== act) return false;
  clearPendingAction();
  return Date.now() - stored.at < VALID_MS;
};

/**
 * Runs `resume` for a member who started this action as a visitor. Null: there is no action here.
 */
export const usePendingAction = (act: string | null, resume: () => void): void => {
  const signedIn = useSession().user !== null;
  const run = useEffectEvent(resume);
  useEffect(() => {
    if (signedIn && act !== null && consumePendingAction(act)) run();
  }, [signedIn, act]);
};
