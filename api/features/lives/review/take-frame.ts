// Takes a frame of a show, compares it with pictures that were taken down, and keeps it for the
// review.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ProfileId } from '@camarim/contract/ids';
import type { ReviewCause } from '@camarim/contract/features/reviews/reasons';
import { transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { LiveKeyframe } from '../../../platform/live/port.ts';
import { EncoderMissing, MediaRefused } from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import { type PictureIdentity, resemblesBlocked, withFolder } from '../../media/index.ts';
import { causeOfFrame } from '../../reviews/index.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { findOpen, FRAMES, type FrameKind, frameKey } from './frames-store.ts';
import { keepFrame } from './keep-frame.ts';

export type Picture = { content: Buffer; identity: PictureIdentity };

/** Null when the renderer made no picture. Throws MediaRefused. */
export const renderPicture = async (
  ctx: Ctx,
  request: { file: string; signal?: AbortSignal },
): Promise<Picture | null> => {
  const { facts, renditions } = await ctx.media.renderImage({ ...request, watermark: '' });
  const medium = renditions.find(({ kind }) => kind === 'md');
  if (!medium) return null;
  const hashes = [facts.perceptualHash, facts.perceptualHashMirror];
  return { content: medium.content, identity: { hashes, pdq: facts.pdq } };
};

/** Null when the frame can't be decoded. */
const decode = async (
  ctx: Ctx,
  id: LiveFrameId,
  { codec, content }: LiveKeyframe,
  signal: AbortSignal,
): Promise<Picture | null> =>
  withFolder(ctx, { id }, async (folder) => {
    const file = join(folder, 'frame');
    await writeFile(file, content);
    try {
      const name = await ctx.media.pictureOf({ file, folder, codec, signal });
      return await renderPicture(ctx, { file: join(folder, name), signal });
    } catch (error) {
      if (error instanceof MediaRefused || error instanceof EncoderMissing) return null;
      throw error;
    }
  });

/** Why frames of these kinds are always reviewed. */
const CAUSES: Partial<Record<FrameKind, ReviewCause>> = {
  face: 'face',
  start: 'face',
  report: 'report',
};

type FrameRequest = { liveId: LiveId; kind: FrameKind; reportId?: string | null };

/**
 * A regular frame of a private show is compared and dropped; a match is recorded without its image.
 * The review settings decide which regular frames of a party wait for a person.
 */
export const takeFrame = async (
  ctx: Ctx,
  request: FrameRequest,
  signal: AbortSignal,
): Promise<LiveFrameId | null> => {
  const open = await findOpen(ctx.db, request.liveId);
  if (!open) return null;
  const hasPicture = open.type === 2 || request.kind === 'report';
  const room = { id: request.liveId as string, producerId: open.producerId, hasPicture };
  const frame = await takeFrameOf(ctx, room, request, signal);
  if (!open.reversed || request.kind !== 'regular') return frame;
  // What the watcher sends is compared as well, and no image of it is ever kept.
  const reverse = { ...room, id: reverseRoomOf(request.liveId), hasPicture: false };
  return (await takeFrameOf(ctx, reverse, request, signal)) ?? frame;
};

const takeFrameOf = async (
  ctx: Ctx,
  room: { id: string; producerId: ProfileId; hasPicture: boolean },
  { liveId, kind, reportId = null }: FrameRequest,
  signal: AbortSignal,
): Promise<LiveFrameId | null> => {
  const keyframe = await ctx.live.keyframe(room.id);
  if (!keyframe) return null;
  const id = newId() as LiveFrameId;
  const picture = await decode(ctx, id, keyframe, signal);
  if (!picture) return null;
  const { content, identity } = picture;
  const [hash = 0n] = identity.hashes;
  const blocked = await resemblesBlocked(ctx.db, [identity]);
  const { producerId, hasPicture } = room;
  if (!hasPicture && !blocked) return null;
  if (hasPicture)
    await ctx.blobs.put(FRAMES, frameKey(liveId, id), content, { contentType: 'image/webp' });
  const cause = blocked ? 'match' : (CAUSES[kind] ?? (await causeOfFrame(ctx, producerId)));
  const now = ctx.clock.now();
  const frame = { id, liveId, producerId, kind, cause, hash, blocked, hasPicture, reportId, now };
  await transaction(ctx.db, (tx) => keepFrame(tx, frame));
  return id;
};
