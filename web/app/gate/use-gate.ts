// Whether the gate is passed: by saying so where that is enough, by a proof where the place asks
// for one.
import { useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { gateOf } from '../access.ts';
import { useSession } from '../../client/session/session.ts';

export const ADULT_FETCHER = 'adult-consent';

export const useGate = (): boolean => {
  const { user, preferences, age } = useSession();
  const { pathname } = useLocation();
  const consent = useFetcher({ key: ADULT_FETCHER });
  // The gate stays until the page is loaded again with the proof (root).
  const [proven] = useState(age.proven);
  const gate = gateOf(pathname);
  if (gate === 'never') return true;
  if (age.requires === 'declaration')
    return preferences.adult || consent.formData?.get('adult') === '1';
  return proven || gate === 'plain' || (gate === 'staff' && Boolean(user?.staffRole));
};
