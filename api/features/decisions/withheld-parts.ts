// What of removed content is withheld until it is erased, by its kind.
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { CommentId, MediaId, PostId } from '@camarim/contract/ids';
import type { WithheldTarget } from '../access/index.ts';
import type { DecisionTarget } from './store.ts';

/** A thing that a decision removes, with its media. */
export type RemovedContent = {
  kind: DecisionTarget;
  id: string;
  mediaIds: readonly MediaId[];
  /** What a message shares with others. */
  contentId?: MessageContentId | null;
};

const mediasOf = ({ mediaIds }: RemovedContent): WithheldTarget[] =>
  mediaIds.map((id) => ({ kind: 'media', id }));

const PARTS: Record<DecisionTarget, (removed: RemovedContent) => WithheldTarget[]> = {
  post: (removed) => [{ kind: 'post', id: removed.id as PostId }, ...mediasOf(removed)],
  media: mediasOf,
  comment: ({ id }) => [{ kind: 'comment', id: id as CommentId }],
  message: (removed) => [
    { kind: 'message', id: removed.contentId ?? (removed.id as MessageId) },
    ...mediasOf(removed),
  ],
  order: mediasOf,
  profile: () => [],
  live: () => [],
};

export const partsOf = (removed: RemovedContent): WithheldTarget[] => PARTS[removed.kind](removed);

/** Shows end and profiles are suspended: nothing of them waits for its erasure. */
export const isKept = (kind: DecisionTarget): boolean => kind !== 'profile' && kind !== 'live';
