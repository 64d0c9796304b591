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
import { movePost } from './move-post.ts';
import type { Author } from '../policy.ts';
import { insertPost } from './publish-store.ts';
import { settleAtItsHours } from './settle-post.ts';
import { hoursOf } from './terms.ts';
import type { Hours } from './terms.ts';
import { saveWords } from './words-store.ts';

/** What the author wrote. */
export type Written = Hours & { text: string; price: Centavos | null; public: boolean; tip: boolean; draft: boolean; medias: readonly UploadedFile[] };

/** Publishes when the media are ready and the hour has come, or keeps it as a draft. The same key writes once. Throws what `hoursOf` throws. */
export const createPost = async (platform: Platform, author: Allowed<Author>, written: Written, key: string | null): Promise<PostId> => {
  const { profileId } = author;
  // Storage is asked before the transaction, so that no connection waits for it; its answer counts only for a new key.
  const uploads = await findUploads(platform, profileId, written.medias);
  const now = platform.clock.now();
  const { id } = await transaction(platform.db, (tx) =>
    once(tx, { profileId, key, route: 'POST /posts', request: written, now }, async () => {
      if (written.text === '' && written.medias.length === 0) throw new AppError('post.empty');
      const mediaIds = await attachUploads(tx, uploads, { ownerId: profileId, purpose: 'post', now });
      const post = {
        id: randomUUIDv7() as PostId,
        profileId,
        text: written.text,
        priceCentavos: written.price,
        audience: written.public ? ('public' as const) : ('members' as const),
        tipsEnabled: written.tip,
        draft: written.draft,
        ...hoursOf(written, now),
        createdAt: now,
        mediaIds,
      };
      await (mediaIds.length === 0 ? insertPost(tx, { ...post, status: 'processed', playableAt: post.draft ? null : now }) : queue(platform, tx, post));
      await saveWords(tx, post);
      await settleAtItsHours(platform, tx, post);
      return { id: post.id };
    }),
  );
  platform.outbox.nudge();
  return id;
};

const queue = async (platform: Platform, tx: Transaction, post: Omit<Parameters<typeof insertPost>[1], 'status' | 'playableAt'>): Promise<void> => {
  await insertPost(tx, { ...post, status: 'created', playableAt: null });
  for (const mediaId of post.mediaIds) await processMedia(platform, tx, mediaId);
  await movePost(platform, tx, { id: post.id, profileId: post.profileId, status: 'queue' });
};
