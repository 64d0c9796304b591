// Profiles as a requester sees them, with one query for rows and one for images.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { NOWHERE, type Place } from '../../platform/http/place.ts';
import type { Ctx } from '../../context.ts';
import { countSubscribers } from '../access/index.ts';
import { imageOf } from '../media/index.ts';
import { ownReviews } from '../reviews/index.ts';
import type { ImageKind } from './reviewable-images.ts';
import { recordView } from './record-view.ts';
import { planOf } from '../tiers/index.ts';
import { openContacts } from './contacts/contacts.ts';
import type { ProfilePair } from './contacts/place.ts';
import {
  presentOwnDetails,
  presentOwnProfile,
  presentPublicProfile,
  presentSummary,
} from './present.ts';
import type { Images, OwnDetails, OwnProfile, ProfileSummary, PublicProfile } from './present.ts';
import { refusalOf } from './rules.ts';
import { type StandIn, withRelationOf } from './view-as.ts';
import { loadAdmission, loadImages, loadProfile, loadSummaries } from './store.ts';
import type { AdmissionRow, ProfileRow, SummaryRow } from './store.ts';

/** The images of the rows by media id. */
export const imagesFor = async (
  ctx: Ctx,
  rows: readonly SummaryRow[],
  covers = false,
): Promise<Images> => {
  const wanted = rows.flatMap((row) =>
    covers ? [row.avatar_media_id, row.cover_media_id] : [row.avatar_media_id],
  );
  const ids = wanted.filter((id): id is MediaId => id !== null);
  return ids.length === 0 ? new Map() : imageOf(ctx, ids);
};

declare module '../../feature.ts' {
  interface Services {
    /** Summaries of profiles by id; for features that profiles imports. */
    summarise(ids: readonly ProfileId[]): Promise<Map<ProfileId, ProfileSummary>>;
    /** `hiddenAtHome` and `loadHomePlace`, for the same features. */
    hiddenAtHome(pairs: readonly ProfilePair[]): Promise<boolean[]>;
    homePlaceOf(profileId: ProfileId): Promise<Place>;
  }
}

/**
 * Summaries by profile id, for lists with authors: two queries for any number. Hidden profiles are
 * not filtered here, because the lists have excluded them.
 */
export const summarise = async (
  ctx: Ctx,
  ids: readonly ProfileId[],
): Promise<Map<ProfileId, ProfileSummary>> => {
  const rows = await loadSummaries(ctx.db, ids);
  const images = await imagesFor(ctx, rows);
  const now = ctx.clock.now();
  return new Map(rows.map((row) => [row.id, presentSummary(row, images, now)]));
};

const loadOwn = async (ctx: Ctx, id: ProfileId) => {
  const now = ctx.clock.now();
  const row = await loadProfile(ctx.db, { id }, { profileId: id, place: NOWHERE }, now);
  if (!row) throw new AppError('profile.notFound');
  return [
    row,
    openContacts(ctx.seal, id, row.contacts),
    await imagesFor(ctx, [row], true),
    now,
  ] as const;
};

/** The viewer's own profile, as in GET /auth. */
export const viewOwnProfile = async (ctx: Ctx, id: ProfileId): Promise<OwnProfile> =>
  presentOwnProfile(...(await loadOwn(ctx, id)));

/** The images of a profile that wait for a review or were refused in one, for its owner. */
const viewHeldImages = async (ctx: Ctx, id: ProfileId): Promise<OwnDetails['heldImages']> => {
  const row = await loadImages(ctx.db, id);
  const heldOf = async (kind: ImageKind, mediaId: MediaId | null) => {
    if (mediaId === null) return null;
    const [images, reviews] = await Promise.all([
      imageOf(ctx, [mediaId], id),
      ownReviews(ctx, kind, [id]),
    ]);
    const [image, review] = [images.get(mediaId), reviews.get(id)];
    return image && review ? { image, review } : null;
  };
  return {
    profileImage: await heldOf('avatar', row.held_avatar_media_id),
    headerImage: await heldOf('cover', row.held_cover_media_id),
  };
};

/** The viewer's own profile with phones, address and the images that wait. */
export const viewOwnDetails = async (ctx: Ctx, id: ProfileId): Promise<OwnDetails> => {
  const [own, heldImages] = await Promise.all([loadOwn(ctx, id), viewHeldImages(ctx, id)]);
  return { ...presentOwnDetails(ctx.config.FEE_BPS, ...own), heldImages };
};

/** The row, unless the requester gets no page of it. */
const admitted = <Row extends AdmissionRow>(row: Row | null, requester: Requester): Row => {
  if (!row) throw new AppError('profile.notFound');
  const refusal = refusalOf(row, requester.profileId);
  if (refusal) throw new AppError(refusal);
  return row;
};

/** How long the subscription that a stand-in has is paid: as one that was bought now. */
const STAND_IN_MONTH_MS = 30 * DAY_MS;

const asSeenBy = (row: ProfileRow, standIn: StandIn | null, now: Date): ProfileRow => ({
  ...withRelationOf(row, standIn),
  ...(standIn?.subscriber && {
    renews: true,
    subscribed_until: new Date(now.getTime() + STAND_IN_MONTH_MS),
  }),
});

/**
 * The page of a domain name; records a member's view, but none of a stand-in's. Throws
 * profile.notFound, profile.notLocated and profile.blocked as `refusalOf` decides.
 */
export const viewPublicProfile = async (
  ctx: Ctx,
  domainName: string,
  viewer: Requester,
  standIn: StandIn | null = null,
): Promise<PublicProfile> => {
  const now = ctx.clock.now();
  const requester = standIn?.requester ?? viewer;
  const found = await loadProfile(ctx.db, { domainName }, requester, now);
  const row = asSeenBy(admitted(found, requester), standIn, now);
  const { profileId } = requester;
  if (!standIn && profileId !== null && profileId !== row.id)
    await recordView(ctx, profileId, row.id);
  const [images, tier, totalSubscriber] = await Promise.all([
    imagesFor(ctx, [row], true),
    planOf(ctx, row.id, profileId),
    profileId === row.id ? countSubscribers(ctx.db, row.id, now) : null,
  ]);
  return presentPublicProfile(row, { tier, totalSubscriber }, images, now);
};

/** The id of a domain name. Throws as viewPublicProfile does. */
export const visibleProfile = async (
  ctx: Ctx,
  domainName: string,
  requester: Requester,
): Promise<ProfileId> => admitted(await loadAdmission(ctx.db, domainName, requester), requester).id;
