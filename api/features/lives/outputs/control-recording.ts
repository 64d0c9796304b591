// Recording shows: asked for by the producer, agreed to by the watcher of a private one, and said
// to everyone in the room while it runs.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { RecordingState } from '@camarim/contract/features/lives/recording-states';
import type { RecordingId } from '@camarim/contract/features/lives/recordings';
import { RECORDING_KEPT_DAYS } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import type { LiveRow } from '../store.ts';
import { syncOutput } from './sync-output.ts';
import {
  endRecording,
  lockRecordedLive,
  type RecordedLive,
  setRecordingInstants,
  startRecording,
} from './recordings-store.ts';
import { recordingStateOf } from './rules.ts';

const keptUntil = (now: Date): Date => new Date(now.getTime() + RECORDING_KEPT_DAYS * DAY_MS);

/**
 * What is done with picture and sound of the show, to its room and the producer's other devices.
 */
export const publishMedia = (ctx: Ctx, tx: Transaction, live: RecordedLive): Promise<void> =>
  ctx.outbox.publish(tx, {
    event: 'livesMedia',
    topics: [topicKey('live', live.id), topicKey('member', live.producer_id)],
    payload: {
      id: live.id,
      recording: recordingStateOf(live),
      blurred: live.blurred_at !== null,
      withheld: live.withheld_at !== null,
    },
  });

type RecordingChange = Partial<Pick<RecordedLive, 'recording_asked_at' | 'recording_agreed_at'>>;

/** In the caller's transaction. Throws live.notFound when the show has ended. */
export const changeRecording = async (
  ctx: Ctx,
  tx: Transaction,
  id: LiveId,
  wishes: (live: RecordedLive, now: Date) => RecordingChange,
): Promise<RecordingState> => {
  const now = ctx.clock.now();
  const live = await lockRecordedLive(tx, id);
  if (!live) throw new AppError('live.notFound');
  const changed = { ...live, ...wishes(live, now) };
  await setRecordingInstants(tx, changed);
  const state = recordingStateOf(changed);
  if (state === 'on') await startRecording(tx, { id: newId() as RecordingId, live, now });
  else await endRecording(tx, id, { now, keptUntil: keptUntil(now) });
  if (state !== recordingStateOf(live)) await publishMedia(ctx, tx, changed);
  return state;
};

/**
 * Throws live.notFound, recording.notAllowed where the camera settings of the show forbid it, and
 * live.unavailable on an engine that makes no outputs.
 */
export const setRecording = async (
  ctx: Ctx,
  { id, recorded }: Allowed<LiveRow>,
  on: boolean,
): Promise<RecordingState> => {
  if (on && !recorded) throw new AppError('recording.notAllowed');
  if (on && !ctx.live.makesOutputs) throw new AppError('live.unavailable');
  const state = await transaction(ctx.db, (tx) =>
    changeRecording(ctx, tx, id, (live, now) => ({
      recording_asked_at: on ? (live.recording_asked_at ?? now) : null,
    })),
  );
  await syncOutput(ctx, id);
  return state;
};

/**
 * The watcher of a private show agrees to its recording, or does not, or no longer: its producer
 * may ask again. Throws live.notFound.
 */
export const setAgreement = async (
  ctx: Ctx,
  { id }: Allowed<LiveRow>,
  agreed: boolean,
): Promise<RecordingState> => {
  const state = await transaction(ctx.db, (tx) =>
    changeRecording(ctx, tx, id, (live, now) => ({
      recording_agreed_at: agreed ? (live.recording_agreed_at ?? now) : null,
      ...(!agreed && { recording_asked_at: null }),
    })),
  );
  await syncOutput(ctx, id);
  return state;
};

/** Ends the recording with its show, in the transaction that ends it. */
export const endRecordingOf = (ctx: Ctx, tx: Transaction, id: LiveId): Promise<void> => {
  const now = ctx.clock.now();
  return endRecording(tx, id, { now, keptUntil: keptUntil(now) });
};
