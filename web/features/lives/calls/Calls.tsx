// On every page: a call that waits for a producer, and the answer to a member's own. Their code
// loads with the first one.
import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../client/load-part.ts';
import { callStore } from './incoming.ts';

const IncomingCall = lazyPart(() => import('./IncomingCall.tsx'));
const CallAccepted = lazyPart(() => import('./CallAccepted.tsx'));

export const Calls = () => {
  const queue = useSyncExternalStore(callStore.subscribe, callStore.queue, callStore.noCalls);
  const accepted = useSyncExternalStore(callStore.subscribe, callStore.accepted, callStore.none);
  return (
    <Suspense>
      {queue.length > 0 && <IncomingCall />}
      {accepted && <CallAccepted />}
    </Suspense>
  );
};
