// Whether the gate is passed: by saying so where that is enough, by a proof where the place asks for one.
import { useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { useSession } from '../session/session.ts';

export const ADULT_FETCHER = 'adult-consent';

/** Pages without adult content: what one agrees to, and the ways to an account and to a proof of age. */
const OPEN: ReadonlySet<string> = new Set([
  '/account/age',
  '/account/terms',
  '/account/privacy',
  '/account/cookies',
  '/account/contract',
  '/account/forgot',
  '/account/reset',
  '/account/confirm',
  '/account/remove',
]);

/** For somebody who may have no account and came by a letter: nothing on it needs an age. */
const UNGATED = '/performer';

export const useGate = (): boolean => {
  const { preferences, age } = useSession();
  const { pathname } = useLocation();
  const consent = useFetcher({ key: ADULT_FETCHER });
  // The gate stays until the page is loaded anew with the proof (root).
  const [proven] = useState(age.proven);
  if (pathname === UNGATED) return true;
  if (age.requires === 'declaration') return preferences.adult || consent.formData?.get('adult') === '1';
  return proven || OPEN.has(pathname);
};
