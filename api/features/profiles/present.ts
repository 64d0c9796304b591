// Converts profile rows to the contract's shapes, with the wire's spellings.
import type { Routes } from '@camarim/contract';
import type { userSchema } from '@camarim/contract/features/auth';
import type {
  imageSchema,
  profileSchema,
  profileSummarySchema,
} from '@camarim/contract/features/profiles';
import type { MediaId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { z } from 'zod';
import type { Plan } from '../tiers/index.ts';
import { timeZoneOf } from './contacts/place.ts';
import type { Contacts } from './contacts/rules.ts';
import { hasRequestedApproval, isOnline, isProducer } from './rules.ts';
import type { ProfileRow, SummaryRow } from './store.ts';

export type ProfileSummary = z.input<typeof profileSummarySchema>;
export type Profile = z.input<typeof profileSchema>;
/** The data of the profile's page. */
export type PublicProfile = DataInput<Routes['GET /publics/profiles/{domainname}']>;
/** The viewer's own profile has more fields. */
export type OwnProfile = z.input<typeof userSchema>['profile'];
/** The viewer's own profile with phones and address. */
export type OwnDetails = DataInput<Routes['GET /profiles/me']>;
type Image = z.input<typeof imageSchema>;

/** Processed images by media id. */
export type Images = ReadonlyMap<MediaId, Image>;

export const imageAt = (images: Images, id: MediaId | null): Image | null =>
  id === null ? null : (images.get(id) ?? null);

export const presentSummary = (row: SummaryRow, images: Images, now: Date): ProfileSummary => {
  const avatar = imageAt(images, row.avatar_media_id);
  return {
    id: row.id,
    domainName: row.domain_name,
    exibitionName: row.display_name,
    profileImage: avatar?.url ?? null,
    profileMediaThumbs: avatar,
    producer: isProducer(row.producer_stage),
    online: isOnline(row.last_seen_at, now),
  };
};

const presentProfile = (row: ProfileRow, images: Images, now: Date): Profile => {
  const cover = imageAt(images, row.cover_media_id);
  return {
    ...presentSummary(row, images, now),
    publisher: isProducer(row.producer_stage),
    activeCam: hasRequestedApproval(row.producer_stage),
    about: row.about,
    headerImage: cover?.url ?? null,
    headerMediaThumbs: cover,
    settings: { enableComments: row.comments_enabled },
    totalPosts: row.total_posts,
    totalMedias: row.total_medias,
    totalLikes: row.total_likes,
    totalFollowers: row.total_followers,
    totalFollowing: row.total_following,
    follower: row.follower,
    subscriber: row.subscriber,
    blocked: row.blocked,
    profileLiked: row.profile_liked,
    totalProfileLikes: row.total_profile_likes,
    gender: row.gender,
    createdAt: row.created_at.toISOString(),
  };
};

/**
 * On the wire `subscriber` is false once the renewal is stopped, although the paid period continues
 * until `subscribedUntil`.
 */
export const presentPublicProfile = (
  row: ProfileRow,
  { tier, totalSubscriber }: { tier: Plan | null; totalSubscriber: number | null },
  images: Images,
  now: Date,
): PublicProfile => ({
  ...presentProfile(row, images, now),
  subscriber: row.renews && row.subscribed_until !== null,
  subscribedUntil: row.subscribed_until?.toISOString() ?? null,
  totalSubscriber,
  tier,
});

export const presentOwnProfile = (
  row: ProfileRow,
  contacts: Contacts,
  images: Images,
  now: Date,
): OwnProfile => ({
  ...presentProfile(row, images, now),
  defaultLanguage: row.default_language,
  celphone: contacts.celphone || null,
  producerStage: row.producer_stage,
  timeZone: timeZoneOf(contacts),
});

/** `defaultFeeBps` applies unless another fee was agreed. */
export const presentOwnDetails = (
  defaultFeeBps: number,
  row: ProfileRow,
  contacts: Contacts,
  images: Images,
  now: Date,
): Omit<OwnDetails, 'heldImages'> => ({
  ...presentOwnProfile(row, contacts, images, now),
  ...contacts,
  celphone: contacts.celphone || null,
  phone: contacts.phone || null,
  feeBps: row.fee_bps ?? defaultFeeBps,
});
