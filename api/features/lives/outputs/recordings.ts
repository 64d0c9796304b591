// Recordings as their producer sees them, and parts of them that become media in the vault.
import type { Routes } from '@camarim/contract';
import type { LiveCutId } from '@camarim/contract/features/lives/recordings';
import type { DataInput } from '@camarim/contract/route';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import type { LiveOwner } from '../policy.ts';
import { changeRecording } from './control-recording.ts';
import {
  countRecordings,
  type CutRow,
  cutsOf,
  deleteRecordings,
  findCut,
  insertCut,
  listRecordings,
  type RecordingRow,
} from './recordings-store.ts';
import { clipOf, type CutRange, rangeOf } from './rules.ts';

export const CUT_JOB = 'lives.cut';

type Recording = DataInput<Routes['GET /lives/recordings']>[number];
type Cut = Recording['cuts'][number];

const presentCut = (row: CutRow): Cut => ({
  id: row.id,
  state: row.media_id ? 'made' : row.failed_at ? 'failed' : 'waiting',
  mediaId: row.media_id,
  fromSeconds: row.from_ms / 1_000,
  toSeconds: row.to_ms / 1_000,
  title: row.title,
});

export const viewRecordings = async (
  { db }: Ctx,
  { producerId }: Allowed<LiveOwner>,
  page: { limit: number; offset: number },
): Promise<{ data: Recording[]; total: number }> => {
  const rows = await listRecordings(db, producerId, page);
  const cuts = await cutsOf(
    db,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => ({
    id: row.id,
    liveId: row.live_id,
    title: row.title,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    seconds: row.length_ms / 1_000,
    keptUntil: row.kept_until?.toISOString() ?? null,
    cuts: cuts.filter((cut) => cut.recording_id === row.id).map(presentCut),
  }));
  return { data, total: await countRecordings(db, producerId) };
};

const addCut = async (
  ctx: Ctx,
  tx: Transaction,
  recordingId: RecordingRow['id'],
  cut: CutRange & { title: string | null },
): Promise<LiveCutId> => {
  const id = newId() as LiveCutId;
  await insertCut(tx, { ...cut, id, recordingId, now: ctx.clock.now() });
  await ctx.jobs.enqueue(tx, CUT_JOB, { cutId: id });
  return id;
};

type CutRequest = { range: CutRange | null; title: string | null | undefined };

const requestCut = async (
  ctx: Ctx,
  { id, producer_id: profileId }: Allowed<RecordingRow>,
  { range, title }: CutRequest,
  call: { route: string; key: string | null; request: object },
): Promise<Cut> => {
  if (!range) throw new AppError('recording.range');
  const cutId = await once(ctx.db, { profileId, now: ctx.clock.now(), ...call }, (tx) =>
    addCut(ctx, tx, id, { ...range, title: title ?? null }),
  );
  const row = await findCut(ctx.db, cutId);
  if (!row) throw new AppError('recording.notFound');
  return presentCut(row);
};

/** Throws recording.running and recording.range. */
export const cutRecording = (
  ctx: Ctx,
  recording: Allowed<RecordingRow>,
  body: {
    fromSeconds: number;
    toSeconds?: number | null | undefined;
    title?: string | null | undefined;
  },
  key: string | null,
): Promise<Cut> => {
  if (!recording.ended_at) throw new AppError('recording.running');
  return requestCut(
    ctx,
    recording,
    { range: rangeOf(body, recording.length_ms), title: body.title },
    { route: 'POST /lives/recordings/{id}/cuts', key, request: { id: recording.id, ...body } },
  );
};

/** Throws recording.range. */
export const clipRecording = (
  ctx: Ctx,
  recording: Allowed<RecordingRow>,
  body: { fromSeconds?: number | null | undefined; title?: string | null | undefined },
  key: string | null,
): Promise<Cut> =>
  requestCut(
    ctx,
    recording,
    { range: clipOf(body.fromSeconds, recording.length_ms), title: body.title },
    { route: 'POST /lives/recordings/{id}/clips', key, request: { id: recording.id, ...body } },
  );

/** One that runs is ended first; media that were made of it stay. */
export const deleteRecording = (
  ctx: Ctx,
  { id, live_id: liveId, ended_at: endedAt }: Allowed<RecordingRow>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!endedAt)
      await changeRecording(ctx, tx, liveId, () => ({ recording_asked_at: null })).catch(
        (error: unknown) => {
          // The show has ended since the recording was looked up, and the recording with it.
          if (!(error instanceof AppError)) throw error;
        },
      );
    await deleteRecordings(tx, [id], ctx.clock.now());
  });
