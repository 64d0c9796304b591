// What a profile's stage and last sign of life mean. Pure: no I/O, no clock.
import type { ProfileId } from '@camarim/contract/ids';
import type { ProducerStage, ProfileRow } from './store.ts';

/** A person is shown as online this long after their last sign of life: requests and open sockets are noted once a minute. */
export const ONLINE_MS = 3 * 60_000;

export const isProducer = (stage: ProducerStage): boolean => stage === 'approved';

/** The wire's `activeCam`: true from the moment a person asked to become a producer. */
export const hasAskedToProduce = (stage: ProducerStage): boolean => stage !== 'member';

export const isOnline = (lastSeenAt: Date | null, now: Date): boolean => lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_MS;

/** Only producers have a page, and a block in either direction hides it. One's own is never hidden. */
export const isVisible = (row: ProfileRow, viewerId: ProfileId | null): boolean =>
  row.id === viewerId || (isProducer(row.producer_stage) && !row.blocked && !row.blocks_viewer);
