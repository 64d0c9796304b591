// Held content as the person sees it who decides, with media in full and what is known of its
// producer, and the log of a producer. Each view of the content is audited.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { frameImagePath } from '@camarim/contract/features/lives/frames';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { aiLabelOf, viewMedia } from '../media/index.ts';
import { type BatchFrame, loadFrames } from './frames-store.ts';
import { currentSettings } from './submit-for-review.ts';
import type { ContentReviewer } from './policy.ts';
import { strikesSince } from './rules.ts';
import {
  countStrikes,
  countWaiting,
  isInReview,
  listWaiting,
  loadBackgrounds,
  loadContents,
  type ReviewRow,
  reviewsOfProducer,
} from './store.ts';

type Queue = DataInput<Routes['GET /dsb/reviews']>;
type Log = DataInput<Routes['GET /dsb/reviews/producer/{producerId}']>;

const LOG_LENGTH = 50;

const recordViews = (ctx: Ctx, adminId: ProfileId, rows: readonly ReviewRow[]): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const row of rows)
      await recordAct(tx, {
        adminId,
        action: 'review.viewed',
        profileId: row.producer_id,
        subjectId: row.id,
        now: ctx.clock.now(),
      });
  });

const showOf = (frames: readonly BatchFrame[], batchId: string): Queue['items'][number]['show'] => {
  const shown = frames.filter(({ batch_id: id }) => id === batchId);
  const [first] = shown;
  return first
    ? {
        id: first.live_id,
        ended: first.ended,
        frames: shown.map(({ id, kind, taken_at: takenAt, has_picture: hasPicture }) => ({
          id,
          kind,
          takenAt: takenAt.toISOString(),
          url: hasPicture ? frameImagePath(id) : null,
        })),
      }
    : null;
};

export const viewQueue = async (
  ctx: Ctx,
  { summarise }: Services,
  { adminId }: Allowed<ContentReviewer>,
  { limit }: QueryOf<Routes['GET /dsb/reviews']>,
  locale: Locale,
): Promise<Queue> => {
  const now = ctx.clock.now();
  const reader = { adminId, now };
  const { settings } = await currentSettings(ctx, ctx.db);
  const [rows, waiting] = await Promise.all([
    listWaiting(ctx.db, reader, limit),
    countWaiting(ctx.db, reader),
  ]);
  await recordViews(ctx, adminId, rows);
  const producerIds = [...new Set(rows.map((row) => row.producer_id))];
  const batchIds = rows.flatMap(({ kind, subject_id: id }) => (kind === 'frames' ? [id] : []));
  const [contents, frames, backgrounds, people] = await Promise.all([
    loadContents(ctx.db, rows),
    loadFrames(ctx.db, batchIds),
    loadBackgrounds(ctx.db, producerIds, strikesSince(settings, now)),
    summarise(producerIds),
  ]);
  const medias = await viewMedia(
    ctx,
    contents.map(({ media_ids: ids }) => ({
      ids,
      access: 'full' as const,
      audience: adminId,
      owner: false,
      reviewing: true as const,
    })),
    locale,
  );
  const items = rows.flatMap((row) => {
    const place = contents.findIndex(({ kind, id }) => kind === row.kind && id === row.subject_id);
    const [content, profile, background] = [
      contents[place],
      people.get(row.producer_id),
      backgrounds.get(row.producer_id),
    ];
    if (!content || !profile || !background) return [];
    return {
      id: row.id,
      kind: row.kind,
      version: row.version,
      cause: row.cause,
      createdAt: row.created_at.toISOString(),
      text: content.text,
      price: content.price,
      medias: medias[place] ?? [],
      performers: content.performers,
      post:
        row.kind === 'post'
          ? { id: row.subject_id, ai: content.ai && aiLabelOf(content.ai) }
          : null,
      show: row.kind === 'frames' ? showOf(frames, row.subject_id) : null,
      producer: {
        profile,
        since: background.approvedAt?.toISOString() ?? null,
        approved: background.approved,
        refused: background.refused,
        strikes: background.strikes,
      },
    };
  });
  return { items, waiting };
};

/** The newest decisions about a producer's content, and the strikes that count. */
export const viewLog = async (
  ctx: Ctx,
  { summarise }: Services,
  _reader: Allowed<ContentReviewer>,
  producerId: ProfileId,
  { refused }: QueryOf<Routes['GET /dsb/reviews/producer/{producerId}']>,
): Promise<Log> => {
  const { settings } = await currentSettings(ctx, ctx.db);
  const since = strikesSince(settings, ctx.clock.now());
  const [rows, strikes, backgrounds] = await Promise.all([
    reviewsOfProducer(ctx.db, producerId, { refused, limit: LOG_LENGTH }),
    countStrikes(ctx.db, producerId, since),
    loadBackgrounds(ctx.db, [producerId], since),
  ]);
  const people = await summarise([...new Set(rows.flatMap((row) => row.decided_by ?? []))]);
  return {
    strikes,
    approved: backgrounds.get(producerId)?.approved ?? 0,
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      subjectId: row.subject_id,
      state: row.state,
      cause: row.cause,
      reason: row.reason,
      note: row.note,
      strike: row.strike,
      counts:
        row.strike && row.restored_at === null && row.decided_at !== null && row.decided_at > since,
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      decidedBy: (row.decided_by && people.get(row.decided_by)) ?? null,
      restoredAt: row.restored_at?.toISOString() ?? null,
    })),
  };
};

/** People who review have full access to media of content that waits. */
export const mediaAccess: MediaAccessSource = {
  ground: 'review',
  purposes: ['post', 'avatar', 'cover'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isInReview(db, id, profileId))
      ? { level: 'full', reason: 'review' }
      : NO_ACCESS,
};
