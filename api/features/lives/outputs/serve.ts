// Delivers shows by HLS: GET /live/{liveId}/{peer}/{token}/..., to the person of that visit while
// it lasts. Each segment that is read counts as watching.
import { isUuid } from '@camarim/contract/ids';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { viewerOf } from '../../../platform/http/guard.ts';
import { placeKey } from '../../../platform/http/place.ts';
import type { Authenticate, Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { cacheWithTtl, sendObject } from '../../media/index.ts';
import { type HlsVisit, isSigned } from './addresses.ts';
import { hlsPlaylist, LISTED_SEGMENTS } from './hls-playlist.ts';
import { mayRead } from './hls-visits-store.ts';
import { createReadLog, type ReadLog } from './hls-reads.ts';
import { latestSegments, segmentKey, type SegmentRow } from './segments-store.ts';

const PIECE = /^(?:([\w-]{1,40})\.mp4|(\d{1,9})\.m4s)$/;
/** A segment that was made before is not listed: the publisher has been away. */
const FRESH_MS = 30_000;
/** A playlist without any segment is waited for: the output has just been started. */
const WAIT_MS = 15_000;
const POLL_MS = 250;
/** The list of a show is read once for all of its viewers. */
const LIST_TTL_MS = 300;

type ServedVisit = {
  ctx: Ctx;
  authenticate: Authenticate;
  mayReadNow: (read: { visit: HlsVisit; viewer: Viewer }) => Promise<boolean>;
  segmentsOf: (liveId: LiveId) => Promise<SegmentRow[]>;
  reads: ReadLog;
};

const createSegmentLists = ({ db, clock }: Ctx): ((liveId: LiveId) => Promise<SegmentRow[]>) => {
  const lists = new Map<LiveId, { atMs: number; rows: Promise<SegmentRow[]> }>();
  return (liveId) => {
    const nowMs = performance.now();
    const known = lists.get(liveId);
    if (known && nowMs - known.atMs < LIST_TTL_MS) return known.rows;
    for (const [id, { atMs }] of lists) if (nowMs - atMs > FRESH_MS) lists.delete(id);
    const after = new Date(clock.now().getTime() - FRESH_MS);
    const rows = latestSegments(db, liveId, { after, most: 2 * LISTED_SEGMENTS });
    lists.set(liveId, { atMs: nowMs, rows });
    rows.catch(() => lists.delete(liveId));
    return rows;
  };
};

/** The visit of the address. Throws auth.forbidden, with one answer whatever is wrong. */
const readAddress = async (
  { ctx, authenticate, mayReadNow }: ServedVisit,
  request: FastifyRequest,
): Promise<HlsVisit> => {
  const { liveId = '', peer = '', token = '' } = request.params as Record<string, string>;
  const viewer = await viewerOf(authenticate, request);
  if (!viewer || !isUuid(liveId) || !isUuid(peer)) throw new AppError('auth.forbidden');
  const visit = {
    liveId: liveId as LiveId,
    peer: peer as PeerId,
    profileId: viewer.profileId,
  };
  if (!(await isSigned(ctx, visit, token))) throw new AppError('auth.forbidden');
  const age = await ctx.age.stateOf(request);
  if (!age.proven || !(await mayReadNow({ visit, viewer }))) throw new AppError('auth.forbidden');
  return visit;
};

const firstSegments = async (
  { segmentsOf }: ServedVisit,
  liveId: LiveId,
): Promise<SegmentRow[]> => {
  for (const deadline = performance.now() + WAIT_MS; ; await sleep(POLL_MS)) {
    const rows = await segmentsOf(liveId);
    if (rows.length > 0 || performance.now() > deadline) return rows;
  }
};

const sendPlaylist = async (
  serving: ServedVisit,
  reply: FastifyReply,
  { liveId }: HlsVisit,
): Promise<FastifyReply> => {
  const rows = await firstSegments(serving, liveId);
  if (rows.length === 0) throw new AppError('live.notOnAir');
  return reply
    .type('application/vnd.apple.mpegurl')
    .send(hlsPlaylist(rows.slice(-LISTED_SEGMENTS), false));
};

const sendPiece = async (
  { ctx, segmentsOf, reads }: ServedVisit,
  request: FastifyRequest,
  reply: FastifyReply,
  { visit: { liveId, peer }, path }: { visit: HlsVisit; path: string },
): Promise<FastifyReply> => {
  const [, series, sequence] = PIECE.exec(path) ?? [];
  const rows = series === undefined && sequence === undefined ? [] : await segmentsOf(liveId);
  const row = rows.find((one) =>
    series === undefined ? one.sequence === Number(sequence) : one.series === series,
  );
  if (!row) throw new AppError('auth.forbidden');
  const sent = await sendObject(ctx, request, reply, {
    key: segmentKey(liveId, row.series, series === undefined ? row.number : 'init'),
    contentType: series === undefined ? 'video/iso.segment' : 'video/mp4',
    etag: `"${liveId}.${path}"`,
    cacheControl: 'private, no-store',
  });
  if (series === undefined)
    reads.add(peer, { sequence: row.sequence, durationMs: row.duration_ms });
  return sent;
};

export const registerHls = (
  server: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
): ReadLog => {
  const reads = createReadLog(ctx);
  const serving: ServedVisit = {
    ctx,
    authenticate,
    reads,
    segmentsOf: createSegmentLists(ctx),
    mayReadNow: cacheWithTtl(
      ctx,
      ({ visit: { liveId, peer, profileId }, viewer: { place } }) =>
        `${liveId} ${peer} ${profileId} ${placeKey(place)}`,
      ({ visit, viewer }) => mayRead(ctx.db, { ...visit, requester: viewer }),
    ),
  };
  server.get(
    '/live/:liveId/:peer/:token/*',
    { schema: { hide: true } as never },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const visit = await readAddress(serving, request);
      const path = (request.params as { '*': string })['*'];
      return path === 'index.m3u8'
        ? sendPlaylist(serving, reply, visit)
        : sendPiece(serving, request, reply, { visit, path });
    },
  );
  return reads;
};
