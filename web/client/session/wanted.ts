// What a visitor wanted to do when they had to create an account or log in first: it is offered again
// once they are signed in.
import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session.ts';

const KEPT = 'camarim.wanted';
/** Creating an account takes minutes. Later, a dialog that opens by itself would be a surprise. */
const KEPT_MS = 30 * 60_000;

type StoredAct = { act: string; at: number };

/**
 * Kept in this tab and not in the address: a link from elsewhere must not follow or like.
 * `act` names what was wanted and on what: `unlock:{postId}`.
 */
export const keepWanted = (act: string): void =>
  sessionStorage.setItem(KEPT, JSON.stringify({ act, at: Date.now() } satisfies StoredAct));

export const dropWanted = (): void => sessionStorage.removeItem(KEPT);

/** Whether this act was wanted; once. */
export const takeWanted = (act: string): boolean => {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as StoredAct | null;
  if (kept?.act !== act) return false;
  dropWanted();
  return Date.now() - kept.at < KEPT_MS;
};

/** Runs `resume` for a member who wanted this act as a visitor. Null: nothing can be wanted here. */
export const useWanted = (act: string | null, resume: () => void): void => {
  const signedIn = useSession().user !== null;
  const run = useEffectEvent(resume);
  useEffect(() => {
    if (signedIn && act !== null && takeWanted(act)) run();
  }, [signedIn, act]);
};
