// The producer's side of /live: preparing a show, and the show that is open.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { joinTopic } from '../../../client/realtime/joined-topics.ts';
import type { User } from '../../../client/session/session.ts';
import { liveQuery } from '../queries.ts';
import { OnAir } from './OnAir.tsx';
import { Setup } from './Setup.tsx';
import { useCamera } from './use-camera.ts';

export default function Studio({ user: { profile } }: { user: User }) {
  const { data: live } = useQuery(liveQuery(profile.domainName, true));
  const open = live && live.state !== 'ended' ? live : null;
  // A show that is open goes on as soon as the page is there again.
  const camera = useCamera(open !== null);
  useEffect(() => joinTopic('profile', profile.id), [profile.id]);
  return open ? <OnAir key={open.id} live={open} camera={camera} /> : <Setup camera={camera} />;
}
