// What a profile's stage and last sign of life mean. Pure: no I/O, no clock.
import type { ProfileId } from '@camarim/contract/ids';
import type { ProducerStage, ProfileRow } from './store.ts';

/**
 * A person is shown as online this long after their last sign of life: requests and open sockets
 * are noted once a minute.
 */
export const ONLINE_MS = 3 * 60_000;

export const isProducer = (stage: ProducerStage): boolean => stage === 'approved';

/** A suspended producer sells nothing; what was earned before can still be cashed out. */
export const mayEarnOut = (stage: ProducerStage): boolean =>
  stage === 'approved' || stage === 'suspended';

/** The wire's `activeCam`: true from the moment a person asked to become a producer. */
export const hasAskedToProduce = (stage: ProducerStage): boolean => stage !== 'member';

export const isOnline = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_MS;

/**
 * Why there is no page for this requester; null when there is one. Only producers have a page; one's
 * own is never hidden. Who blocked knows it, and is told so; who is blocked is not.
 */
export const refusalOf = (
  row: ProfileRow,
  viewerId: ProfileId | null,
): 'profile.notFound' | 'profile.notLocated' | 'profile.blocked' | null => {
  if (row.id === viewerId) return null;
  if (!isProducer(row.producer_stage)) return 'profile.notFound';
  if (!row.hidden) return null;
  if (row.blocked) return 'profile.blocked';
  return row.not_located ? 'profile.notLocated' : 'profile.notFound';
};
