// Pure rules of a profile's stage, "last seen" and page.
import type { ProfileId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import type { AdmissionRow, ProducerStage } from './store.ts';

/**
 * How long after "last seen" a person is shown as online. Requests and open sockets update it once
 * a minute.
 */
export const ONLINE_MS = 3 * MINUTE_MS;

export const isProducer = (stage: ProducerStage): boolean => stage === 'approved';

/** A suspended producer can't sell, but can cash out earlier earnings. */
export const canCashOut = (stage: ProducerStage): boolean =>
  stage === 'approved' || stage === 'suspended';

/** Whether the images of a profile are reviewed: it publishes, did so or applied to. */
export const isReviewed = (stage: ProducerStage): boolean =>
  stage === 'requested' || canCashOut(stage);

/** The wire's `activeCam`: true once a person has requested to become a producer. */
export const hasRequestedApproval = (stage: ProducerStage): boolean => stage !== 'member';

export const isOnline = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_MS;

/**
 * Why this requester gets no page; null when they get it. Only producers have a page, and the own
 * page is never hidden. A viewer who blocked the producer gets profile.blocked; a viewer who is
 * blocked gets profile.notFound.
 */
export const refusalOf = (
  row: AdmissionRow,
  viewerId: ProfileId | null,
): 'profile.notFound' | 'profile.notLocated' | 'profile.blocked' | null => {
  if (row.id === viewerId) return null;
  if (!isProducer(row.producer_stage)) return 'profile.notFound';
  if (!row.hidden) return null;
  if (row.blocked) return 'profile.blocked';
  return row.not_located ? 'profile.notLocated' : 'profile.notFound';
};
