// Creates a post with its attached uploads and their processing jobs in one transaction. Media of
// the vault are used as they are.
import type { PerformerId, PostId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import {
  attachMedias,
  findInputUploads,
  unfinishedAmong,
  unplayableAmong,
} from '../../media/index.ts';
import type { MediaInput } from '../../media/index.ts';
import { declarePerformers, canDeclare, refuseMedia } from '../../verifications/index.ts';
import { chooseFreePreview } from './free-preview.ts';
import { submitForReview } from '../../reviews/index.ts';
import { changePostStatus } from './post-status.ts';
import type { Author } from '../policy.ts';
import { insertPost } from './publish-store.ts';
import { syncAndSchedulePublication } from './sync-publication.ts';
import { resolveSchedule } from './schedule.ts';
import type { ScheduleInput } from './schedule.ts';
import { saveTagsAndMentions } from './tags-store.ts';

/** A post as its author submits it. */
export type NewPostInput = ScheduleInput & {
  text: string;
  price: Centavos | null;
  public: boolean;
  tip: boolean;
  draft: boolean;
  ai: AiChoice;
  medias: readonly MediaInput[];
  performerIds: readonly PerformerId[];
  /** Position in `medias`, and the length of the trailer of a video. */
  freePreview: { index: number; seconds: number | null } | null;
};

/**
 * Creates the post, which is published once its media are ready and its start has come, or kept as
 * a draft. Idempotent by key. Throws post.empty, post.oneAudioOnly, and what
 * `canDeclare`, `refuseMedia`, `chooseFreePreview`, `hoursOf` and `attachMedias` throw.
 */
export const createPost = async (
  ctx: Ctx,
  author: Allowed<Author>,
  written: NewPostInput,
  key: string | null,
): Promise<PostId> => {
  const { profileId } = author;
  // Storage is queried before the transaction, so that no database connection waits for it. A
  // replayed key ignores the result.
  const uploads = await findInputUploads(ctx, profileId, written.medias);
  const now = ctx.clock.now();
  const { id } = await once(
    ctx.db,
    { profileId, key, route: 'POST /posts', request: written, now },
    async (tx) => {
      if (written.text === '' && written.medias.length === 0) throw new AppError('post.empty');
      const appearing = await canDeclare(tx, profileId, written.performerIds, 'post');
      const medias = await attachMedias(ctx, tx, written.medias, {
        ownerId: profileId,
        uploads,
        now,
      });
      if (medias.filter(({ kind }) => kind === 'audio').length > 1)
        throw new AppError('post.oneAudioOnly');
      await refuseMedia(
        tx,
        appearing.performerIds,
        medias.map((media) => media.id),
        'post',
      );
      const id = newId() as PostId;
      const held =
        !written.draft &&
        (await submitForReview(ctx, tx, {
          kind: 'post',
          subjectId: id,
          producerId: profileId,
          held: false,
        }));
      const post = {
        id,
        profileId,
        text: written.text,
        priceCentavos: written.price,
        audience: written.public ? ('public' as const) : ('members' as const),
        tipsEnabled: written.tip,
        draft: written.draft,
        ai: written.ai,
        heldAt: held ? now : null,
        ...resolveSchedule(written, now),
        createdAt: now,
        mediaIds: medias.map(({ id }) => id),
      };
      await insert(ctx, tx, post);
      await declarePerformers(tx, appearing, post.id, now);
      if (written.freePreview) {
        const { index, seconds } = written.freePreview;
        const mediaId = post.mediaIds[index];
        if (mediaId === undefined) throw new AppError('media.notFound');
        await chooseFreePreview(ctx, tx, post, { mediaId, seconds });
      }
      await saveTagsAndMentions(tx, post);
      await syncAndSchedulePublication(ctx, tx, post);
      return { id: post.id };
    },
  );
  return id;
};

/**
 * Media that are ready are published with the post; the others advance its status when they finish.
 */
const insert = async (
  ctx: Ctx,
  tx: Transaction,
  post: Omit<Parameters<typeof insertPost>[1], 'status' | 'playableAt'>,
): Promise<void> => {
  const [unfinished, unplayable] = [
    await unfinishedAmong(tx, post.mediaIds),
    await unplayableAmong(tx, post.mediaIds),
  ];
  await insertPost(tx, {
    ...post,
    status: unfinished === 0 ? 'processed' : 'created',
    playableAt: post.draft || post.heldAt || unplayable > 0 ? null : post.createdAt,
  });
  if (unfinished > 0)
    await changePostStatus(ctx, tx, {
      id: post.id,
      profileId: post.profileId,
      status: 'queue',
    });
};
