// Keeps a frame of a show, and has it reviewed where someone of the team looks at it.
import type { ReviewCause } from '@camarim/contract/features/reviews/reasons';
import type { ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { submitFrame } from '../../reviews/index.ts';
import { insertFrame, type NewFrame } from './frames-store.ts';

type KeptFrame = Omit<NewFrame, 'batchId'> & {
  producerId: ProfileId;
  /** Why it is reviewed; null: it is not. */
  cause: ReviewCause | null;
};

export const keepFrame = async (
  tx: Transaction,
  { producerId, cause, ...frame }: KeptFrame,
): Promise<void> => {
  const { liveId, now } = frame;
  const batchId = cause && (await submitFrame(tx, { liveId, producerId, cause, now }));
  await insertFrame(tx, { ...frame, batchId });
};
