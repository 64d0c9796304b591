// Starting live shows: a party, or a private show with a person whose call is accepted.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { LIVE_ENTER_WAIT_SECONDS } from '@camarim/contract/limits';
import type { ShowType } from '@camarim/contract/shows';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { hiddenAtHome, summarise } from '../profiles/index.ts';
import { acceptCall } from './calls/calls-store.ts';
import { closeNotices } from './calls/notices.ts';
import { type CameraSettings, loadSettings } from './camera/settings-store.ts';
import { closeLive, endLiveIn } from './end-live.ts';
import { endHoldsOf } from './ingest/store.ts';
import { publishState } from './media/presence.ts';
import { deleteFace, keepFace, type StoredFace } from './review/face-picture.ts';
import { entryRestriction } from './room/tools-store.ts';
import type { LiveOwner } from './policy.ts';
import { canDeclare } from '../verifications/index.ts';
import { insertPerformers } from './performers-store.ts';
import {
  findOpenParty,
  hasPausedParty,
  insertLive,
  isInShow,
  pauseParty,
  type ShowSettings,
} from './store.ts';

type Request = {
  type: ShowType;
  privateWatcherId?: ProfileId | null | undefined;
  title: string;
  performerIds: readonly PerformerId[];
  /** A program will send the party that a page opens. */
  byProgram?: boolean;
  /** The label of the key of the program that opens it. */
  program?: string;
};

/**
 * A repeated call finds the ended party in its stored reply and closes it again, which changes
 * nothing.
 */
type StartedLive = { id: LiveId; interrupted: LiveId | null };

/** What a show of this type takes over from the camera settings of its producer. */
export const showSettings = (settings: CameraSettings, type: ShowType): ShowSettings => {
  const common = {
    minimum_minutes: settings.minimum_minutes,
    recorded: settings.recorded,
    entry: settings.entry,
    entry_list_id: settings.entry_list_id,
    entry_spent_centavos: settings.entry_spent_centavos,
  };
  if (type === '3')
    return {
      ...common,
      charge: 'minute',
      price_per_minute_centavos: settings.private_price_centavos,
      ticket_price_centavos: null,
      group_size: null,
      spy_price_centavos: settings.spy_price_centavos,
      reverse_camera: settings.reverse_camera,
    };
  const { party_charge: charge } = settings;
  return {
    ...common,
    charge,
    price_per_minute_centavos: charge === 'minute' ? settings.party_price_centavos : null,
    ticket_price_centavos:
      charge === 'ticket' || charge === 'group' ? settings.ticket_price_centavos : null,
    group_size: charge === 'group' ? settings.group_size : null,
    spy_price_centavos: null,
    reverse_camera: false,
  };
};

/**
 * Everyone who appears has consented and was checked. `face` is kept with a show that begins, and
 * deleted otherwise. Throws performer.notReady, live.alreadyLive, live.faceRequired for a show that
 * begins without the picture that is asked for, and for an accepted call: live.inShow while the
 * producer watches a private show, live.callerInShow while its person is in another show, and
 * live.callNotAccepted when they do not call, are hidden, kicked or banned by now.
 */
export const startLive = async (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  request: Request,
  key: string | null,
  face: StoredFace | null = null,
): Promise<LiveId> => {
  const now = ctx.clock.now();
  let started: StartedLive | null = null;
  try {
    started = await once(
      ctx.db,
      { profileId: producerId, key, route: 'POST /lives', request, now },
      (tx) => start(ctx, tx, producerId, request, face),
    );
  } finally {
    if (face && started?.id !== face.liveId) await deleteFace(ctx, face);
  }
  if (started.interrupted)
    await closeLive(ctx, started.interrupted, { producerId, type: 2 }, 'interrupted');
  return started.id;
};

const start = async (
  ctx: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  request: Request,
  face: StoredFace | null,
): Promise<StartedLive> => {
  const { type, privateWatcherId: callerId = null, title, performerIds } = request;
  const settings = await loadSettings(tx, producerId);
  if (type === '3' && (callerId === null || settings.private_price_centavos === null))
    throw new AppError('live.callNotAccepted');
  const restricted =
    callerId !== null &&
    (await entryRestriction(tx, { id: null, producerId }, callerId, ctx.clock.now()));
  if (restricted) throw new AppError('live.callNotAccepted');
  if (callerId !== null) await refuseInSession(tx, producerId, callerId);
  const party = callerId === null ? null : await findOpenParty(tx, producerId);
  const interrupted =
    party && type === '3' ? await leaveParty(ctx, tx, producerId, settings, party) : null;
  const id = party && type === '2' ? party : (face?.liveId ?? (newId() as LiveId));
  if (id !== party) {
    // The party into which a caller was to be let may have ended since the look at it.
    if (ctx.config.LIVE_FACE_CHECK && !face) throw new AppError('live.faceRequired');
    if (type === '2' && (await hasPausedParty(tx, producerId)))
      throw new AppError('live.alreadyLive');
    const byProgram = type === '2' && request.byProgram === true;
    if (byProgram) await endHoldsOf(tx, producerId);
    const live = {
      id,
      producerId,
      type: Number(type),
      privateWatcherId: type === '3' ? callerId : null,
      title,
      program: request.program ?? (byProgram ? '' : null),
      settings: showSettings(settings, type),
      now: ctx.clock.now(),
    };
    const declared = await canDeclare(tx, producerId, performerIds, 'live');
    if (!(await insertLive(tx, live))) {
      // Another producer may have accepted a call of this person since the look at it.
      if (callerId !== null) await refuseInSession(tx, producerId, callerId);
      throw new AppError('live.alreadyLive');
    }
    await insertPerformers(tx, id, declared.performerIds);
    if (face) await keepFace(tx, face, live);
  }
  if (callerId !== null) await accept(ctx, tx, { producerId, callerId, type }, id);
  return { id, interrupted };
};

/** A call is accepted only between people who are in no show with someone else. */
const refuseInSession = async (
  tx: Transaction,
  producerId: ProfileId,
  callerId: ProfileId,
): Promise<void> => {
  if (await isInShow(tx, producerId, producerId)) throw new AppError('live.inShow');
  if (await isInShow(tx, callerId, producerId)) throw new AppError('live.callerInShow');
};

/** Pauses the party, or ends it where the settings say so; returns its id when it was ended. */
const leaveParty = async (
  ctx: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  { pauses_party: pauses }: CameraSettings,
  party: LiveId,
): Promise<LiveId | null> => {
  if (!pauses) {
    await endLiveIn(ctx, tx, party, 'interrupted');
    return party;
  }
  await pauseParty(tx, producerId, ctx.clock.now());
  await publishState(ctx, tx, { id: party, producerId, type: 2 }, 'paused');
  return null;
};

const accept = async (
  ctx: Ctx,
  tx: Transaction,
  pair: { producerId: ProfileId; callerId: ProfileId; type: ShowType },
  liveId: LiveId,
): Promise<void> => {
  const { producerId, callerId, type } = pair;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + LIVE_ENTER_WAIT_SECONDS * 1_000);
  const call = await acceptCall(tx, { ...pair, type: Number(type) }, liveId, { now, until });
  const [hidden] = call
    ? await hiddenAtHome(ctx, [{ personId: callerId, profileId: producerId }])
    : [true];
  const producer = (await summarise({ ...ctx, db: tx }, [producerId])).get(producerId);
  if (!call || hidden || !producer) throw new AppError('live.callNotAccepted');
  await closeNotices(ctx, tx, call);
  await ctx.outbox.publish(tx, {
    event: 'accept-call-for-chat',
    topics: [topicKey('member', callerId)],
    payload: {
      liveId,
      profileId: producerId,
      domainName: producer.domainName,
      exibitionName: producer.exibitionName,
      type,
    },
  });
};
