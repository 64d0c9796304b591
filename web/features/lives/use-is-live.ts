// Whether a producer is on air, for the ring around their picture.
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../client/session/session.ts';
import { liveQuery } from './queries.ts';

export const useIsLive = (profile: { domainName: string; producer: boolean }): boolean => {
  const { user } = useSession();
  const { data: live } = useQuery({
    ...liveQuery(profile.domainName, user !== null),
    enabled: profile.producer,
  });
  return live?.state === 'onAir';
};
