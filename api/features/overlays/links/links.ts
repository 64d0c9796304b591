// Secret links: made, shown once, revoked.
import type { Routes } from '@camarim/contract';
import { topicKey } from '@camarim/contract/events';
import type { OverlayLinkId } from '@camarim/contract/features/overlays/links';
import { OVERLAY_LINKS_MAX } from '@camarim/contract/features/overlays/limits';
import type { DataInput } from '@camarim/contract/route';
import { endingOf, newKey } from '../../../platform/access-key/access-key.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { openRoomLog } from '../../lives/index.ts';
import { disconnect } from '../disconnect.ts';
import type { OverlayOwner } from '../policy.ts';
import { deleteLink, insertLink, type LinkRow, linksOf } from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

type Link = DataInput<Routes['GET /overlays/links']>[number];

const present = (row: LinkRow): Link => ({
  id: row.id,
  label: row.label,
  ending: row.ending,
  createdAt: row.created_at.toISOString(),
  usedAt: row.used_at?.toISOString() ?? null,
});

export const listLinks = async (
  { db }: Ctx,
  { producerId }: Allowed<OverlayOwner>,
): Promise<Link[]> => (await linksOf(db, producerId)).map(present);

/** Throws overlay.tooManyLinks. */
export const createLink = async (
  ctx: Ctx,
  { producerId }: Allowed<OverlayOwner>,
  label: string,
): Promise<DataInput<Routes['POST /overlays/links']>> => {
  const key = newKey('cam_overlay_');
  const row = {
    id: newId() as OverlayLinkId,
    producerId,
    label,
    hash: hashToken(key),
    ending: endingOf(key),
    now: ctx.clock.now(),
  };
  await transaction(ctx.db, async (tx) => {
    await openRoomLog(tx, producerId);
    if (!(await insertLink(tx, row, OVERLAY_LINKS_MAX)))
      throw new AppError('overlay.tooManyLinks', { max: OVERLAY_LINKS_MAX });
  });
  const pageUrl = `${ctx.config.publicUrl}/overlays/${key}`;
  return {
    id: row.id,
    label,
    ending: row.ending,
    createdAt: row.now.toISOString(),
    usedAt: null,
    pageUrl,
    streamUrl: `${pageUrl}/events`,
  };
};

/** Streams of all processes look at their links again. Throws overlay.linkNotFound. */
export const revokeLink = (
  ctx: Ctx,
  { producerId }: Allowed<OverlayOwner>,
  id: OverlayLinkId,
): Promise<void> =>
  disconnect(ctx, producerId, async (tx) => {
    if (!(await deleteLink(tx, id, producerId))) throw new AppError('overlay.linkNotFound');
    await ctx.outbox.publish(tx, {
      event: 'roomEvents',
      topics: [topicKey('member', producerId)],
      payload: { profileId: producerId },
    });
  });
