// Whether this browser gets the notifications of the person who is logged in.
import { useQuery } from '@tanstack/react-query';
import { PUSH_DEVICE } from '../../client/session/push.ts';
import { notificationKeys } from './keys.ts';
import { pushState, type PushState, stateWith } from './push.ts';
import { pushQuery } from './queries.ts';

/** Undefined until the browser and the server have answered. */
export const usePushHere = (): PushState | undefined => {
  const { data: push } = useQuery(pushQuery());
  const { data: browser } = useQuery({
    queryKey: notificationKeys.browser,
    queryFn: pushState,
    // The permission is changed outside of the page.
    staleTime: 0,
  });
  return (
    browser &&
    push &&
    stateWith(
      browser,
      localStorage.getItem(PUSH_DEVICE),
      push.devices.map(({ id }) => id),
    )
  );
};
