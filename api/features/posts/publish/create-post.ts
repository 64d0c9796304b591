// Publishing: the post, its attached uploads and the work on them exist together or not at all.
import { randomUUIDv7 } from 'node:crypto';
import type { PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import { attachUploads, findUploads, processMedia } from '../../media/index.ts';
import type { UploadedFile } from '../../media/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import { movePost } from './move-post.ts';
import type { Author } from '../policy.ts';
import { insertPost } from '../store.ts';

/** What the author wrote. */
export type Draft = { text: string; price: Centavos | null; public: boolean; tip: boolean; medias: readonly UploadedFile[] };

/** Publishes, at once or when the media are ready. The same key publishes once. */
export const createPost = async (platform: Platform, author: Allowed<Author>, draft: Draft, key: string | null): Promise<PostId> => {
  const { profileId } = author;
  // Storage is asked before the transaction, so that no connection waits for it; its answer counts only for a new key.
  const uploads = await findUploads(platform, profileId, draft.medias);
  const now = platform.clock.now();
  const { id } = await transaction(platform.db, (tx) =>
    once(tx, { profileId, key, route: 'POST /posts', request: draft, now }, async () => {
      if (draft.text === '' && draft.medias.length === 0) throw new AppError('post.empty');
      const mediaIds = await attachUploads(tx, uploads, { ownerId: profileId, purpose: 'post', now });
      const post = {
        id: randomUUIDv7() as PostId,
        profileId,
        text: draft.text,
        priceCentavos: draft.price,
        audience: draft.public ? ('public' as const) : ('members' as const),
        tipsEnabled: draft.tip,
        startWhen: now,
        mediaIds,
      };
      await (mediaIds.length === 0 ? publishAtOnce(tx, post) : queue(platform, tx, post));
      return { id: post.id };
    }),
  );
  platform.outbox.nudge();
  return id;
};

type Written = Omit<Parameters<typeof insertPost>[1], 'status' | 'playableAt'>;

const publishAtOnce = async (tx: Transaction, post: Written): Promise<void> => {
  await insertPost(tx, { ...post, status: 'processed', playableAt: post.startWhen });
  await addToTotals(tx, post.profileId, { posts: 1 });
};

const queue = async (platform: Platform, tx: Transaction, post: Written): Promise<void> => {
  await insertPost(tx, { ...post, status: 'created', playableAt: null });
  for (const mediaId of post.mediaIds) await processMedia(platform, tx, mediaId);
  await movePost(platform, tx, { id: post.id, profileId: post.profileId, status: 'queue' });
};
