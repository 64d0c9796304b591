// Posts that were published before posts declared who appears in them, which their producers
// declare together.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { canDeclare, type PerformerManager } from '../policy.ts';
import { contentsOfPosts } from './consent-store.ts';
import { refuseMedia } from './declare-media.ts';
import { declarePerformers } from './register.ts';
import { listUndeclared, lockUndeclared } from './undeclared-store.ts';

export const viewUndeclared = async (
  { db }: Ctx,
  { producerId }: Allowed<PerformerManager>,
  page: QueryOf<Routes['GET /performers/undeclared']>,
): Promise<DataInput<Routes['GET /performers/undeclared']>> =>
  (await listUndeclared(db, producerId, page)).map(({ created_at: createdAt, ...post }) => ({
    ...post,
    createdAt: createdAt.toISOString(),
  }));

/**
 * All of the posts or none. Throws post.notFound for one that is not the producer's or was
 * declared, and what `canDeclare` and `refuseMedia` throw.
 */
export const declarePerformersInPosts = (
  ctx: Ctx,
  { producerId }: Allowed<PerformerManager>,
  { postIds, performerIds }: BodyOf<Routes['POST /performers/declare']>,
): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const appearing = await canDeclare(tx, producerId, performerIds, 'post');
    const named = [...new Set(postIds)];
    const posts = await lockUndeclared(tx, producerId, named);
    if (posts.length < named.length) throw new AppError('post.notFound');
    const { mediaIds } = await contentsOfPosts(tx, posts);
    await refuseMedia(tx, appearing.performerIds, mediaIds, 'post');
    const now = ctx.clock.now();
    for (const id of posts) await declarePerformers(tx, appearing, id, now);
    return posts.length;
  });
