// Ingest keys: made, shown once, revoked, and the show that a program sends to with one of them.
import type { Routes } from '@camarim/contract';
import type { IngestKeyId } from '@camarim/contract/features/lives/ingest';
import { INGEST_KEYS_MAX } from '@camarim/contract/limits';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { DataInput } from '@camarim/contract/route';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { type Connection, connectProducer } from '../media/connect.ts';
import { markSentByProgram } from '../media/states-store.ts';
import type { LiveOwner } from '../policy.ts';
import { stateOf } from '../rules.ts';
import { startLive } from '../start-live.ts';
import type { LiveRow } from '../store.ts';
import { refuseHeld } from './hold.ts';
import { performersAtStart } from './performers.ts';
import { canStartBy, openLiveBy } from './policy.ts';
import { endingOf, newKey } from '../../../platform/access-key/access-key.ts';
import {
  deleteIngestKey,
  type IngestKeyRow,
  ingestKeysOf,
  insertIngestKey,
  markIngestKeyUsed,
} from './store.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';

/**
 * From the choice of a device to its media; the show may be without a publisher for a part of it.
 */
const DEVICE_CONNECTING_MS = 10_000;

type IngestKey = DataInput<Routes['GET /lives/ingest/keys']>[number];

const present = (row: IngestKeyRow, now: Date): IngestKey => ({
  id: row.id,
  label: row.label,
  ending: row.ending,
  createdAt: row.created_at.toISOString(),
  usedAt: row.used_at?.toISOString() ?? null,
  heldUntil: row.held_until && row.held_until > now ? row.held_until.toISOString() : null,
});

export const listKeys = async (
  { db, clock }: Ctx,
  { producerId }: Allowed<LiveOwner>,
): Promise<IngestKey[]> => {
  const now = clock.now();
  return (await ingestKeysOf(db, producerId)).map((row) => present(row, now));
};

/** Throws ingest.tooManyKeys. */
export const createKey = async (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  label: string,
): Promise<DataInput<Routes['POST /lives/ingest/keys']>> => {
  const key = newKey('cam_live_');
  const row = {
    id: newId() as IngestKeyId,
    producerId,
    label,
    hash: hashToken(key),
    ending: endingOf(key),
    now: ctx.clock.now(),
  };
  if (!(await transaction(ctx.db, (tx) => insertIngestKey(tx, row, INGEST_KEYS_MAX))))
    throw new AppError('ingest.tooManyKeys');
  return {
    id: row.id,
    label,
    ending: row.ending,
    createdAt: row.now.toISOString(),
    usedAt: null,
    heldUntil: null,
    key,
    url: `${ctx.config.publicUrl}/api/lives/ingest/whip`,
  };
};

/** Ends the connection that uses it. Throws ingest.keyNotFound. */
export const revokeKey = async (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  id: IngestKeyId,
): Promise<void> => {
  const row = await deleteIngestKey(ctx.db, id, producerId);
  if (!row) throw new AppError('ingest.keyNotFound');
  if (row.live_id && row.peer_id) await ctx.live.leave(row.live_id, row.peer_id);
};

/**
 * Connects a program to the open show of its producer, or to a party that is opened for it. Throws
 * ingest.keyHeld after the end of the show that it sent, live.sentByDevice during a private show,
 * which its producer answered with a device, and while a device that they chose instead sends,
 * ingest.keyInvalid for a key that was revoked during the call, and what `openParty` and
 * `connectProducer` throw.
 */
export const connectProgram = async (
  ctx: Ctx,
  key: Allowed<IngestKeyRow>,
  sdp: string,
): Promise<Connection & { liveId: LiveId }> => {
  const open = await openLiveBy(ctx, key);
  // After the look at the show, which may have ended a moment ago.
  await refuseHeld(ctx, key);
  const live = open ?? (await openParty(ctx, key));
  // A program that was replaced, or whose party waits, connects again by itself.
  if (live.type === 3 || isSentByDevice(live, ctx.clock.now()))
    throw new AppError('live.sentByDevice');
  const connection = await connectProducer(ctx, live, sdp, null);
  await markSentByProgram(ctx.db, live.id, key.label);
  const use = { liveId: live.id, peer: connection.peer, now: ctx.clock.now() };
  if (await markIngestKeyUsed(ctx.db, key.id, use)) return { ...connection, liveId: live.id };
  await ctx.live.leave(live.id, connection.peer);
  throw new AppError('ingest.keyInvalid');
};

/** The device that its producer chose sends, or is about to. */
const isSentByDevice = (live: LiveRow, now: Date): boolean =>
  live.device_chosen_at !== null &&
  (stateOf(live) === 'onAir' ||
    now.getTime() - live.device_chosen_at.getTime() < DEVICE_CONNECTING_MS);

/**
 * When two connections come at once, one opens the show and the other uses it. Throws
 * ingest.faceRequired where the producer's page takes a picture before each show, and
 * ingest.consentMissing with the name of who is declared and may not appear.
 */
const openParty = async (ctx: Ctx, key: Allowed<IngestKeyRow>): Promise<Allowed<LiveRow>> => {
  if (ctx.config.LIVE_FACE_CHECK) throw new AppError('ingest.faceRequired');
  const owner = canStartBy(key);
  const performerIds = await performersAtStart(ctx, owner);
  try {
    const party = { type: '2', title: '', performerIds, program: key.label } as const;
    await startLive(ctx, owner, party, null);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'live.alreadyLive') throw error;
  }
  const live = await openLiveBy(ctx, key);
  if (!live) throw new AppError('live.notFound');
  return live;
};

/** Ends a connection that was made with this key; of another one it does nothing. */
export const endIngest = async (
  ctx: Ctx,
  { live_id: liveId, peer_id: used }: Allowed<IngestKeyRow>,
  peer: PeerId,
): Promise<void> => {
  if (liveId && used === peer) await ctx.live.leave(liveId, peer);
};
