// SQL of profiles. Each statement is correct under concurrency by itself.
import type { MediaId, ProfileId, UserId } from '@camarim/contract/ids';
import type { Gender, Locale } from '@camarim/contract/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { markMoved } from '../listings/index.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { isWithheld, keepHeldCopy, subscribesTo } from '../access/index.ts';
import {
  hiddenFrom,
  notLocatedFrom,
  requesterAt,
  requesterRow,
  requesterValues,
} from '../visibility/index.ts';

export type ProducerStage = Selectable<DB['profiles']>['producer_stage'];

/** The columns for a tile or a comment. */
export type SummaryRow = {
  id: ProfileId;
  domain_name: string;
  display_name: string;
  producer_stage: ProducerStage;
  avatar_media_id: MediaId | null;
  cover_media_id: MediaId | null;
  last_seen_at: Date | null;
};

/** A whole profile with the viewer's relation to it. */
export type ProfileRow = SummaryRow & {
  about: string;
  default_language: Locale | null;
  comments_enabled: boolean;
  total_posts: number;
  total_medias: number;
  total_likes: number;
  total_followers: number;
  total_following: number;
  total_profile_likes: number;
  gender: Gender | null;
  created_at: Date;
  follower: boolean;
  subscriber: boolean;
  /** The viewer's subscription renews, and until when it is paid; null when it is not. */
  renews: boolean;
  subscribed_until: Date | null;
  profile_liked: boolean;
  /** The viewer blocked it. */
  blocked: boolean;
  /** The requester's place is geo-blocked. */
  not_located: boolean;
  /** Hidden for any reason, including the two above. */
  hidden: boolean;
  /** Phones and address, sealed; null unless the requester is the owner. */
  contacts: Buffer | null;
  /** The agreed fee of its sales; null unless the requester is the owner. */
  fee_bps: number | null;
};

export const SUMMARY = sql`p.id, p.domain_name, p.display_name, p.producer_stage, p.avatar_media_id,
  p.cover_media_id, p.last_seen_at`;

/** Profiles by id, unordered. */
export const loadSummaries = async (
  db: Database,
  ids: readonly ProfileId[],
): Promise<SummaryRow[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<SummaryRow>`SELECT ${SUMMARY} FROM profiles p
      WHERE p.id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
};

/** Identifies a profile. */
export type ProfileKey = { id: ProfileId } | { domainName: string };

const matches = (key: ProfileKey): RawBuilder<boolean> =>
  'id' in key
    ? sql<boolean>`p.id = ${key.id}::uuid`
    : sql<boolean>`p.domain_name = ${key.domainName}::citext`;

/** What decides whether the requester gets the page of a profile. */
export type AdmissionRow = Pick<
  ProfileRow,
  'id' | 'producer_stage' | 'blocked' | 'not_located' | 'hidden'
>;

const ADMISSION = `EXISTS (SELECT FROM blocks b WHERE b.blocker_id = v.id
  AND b.blocked_id = p.id) AS blocked,
      ${notLocatedFrom('p')} AS not_located, ${hiddenFrom('p.id')} AS hidden`;
const selectAdmission = preparedRead<AdmissionRow>(
  `SELECT p.id, p.producer_stage, ${ADMISSION} FROM profiles p CROSS JOIN ${requesterAt(2, 3, 4)}
    WHERE p.domain_name = $1::citext`,
);

/** What decides about a profile's page, without the count of media that a whole profile has. */
export const loadAdmission = async (
  db: Database,
  domainName: string,
  requester: Requester,
): Promise<AdmissionRow | null> =>
  (await selectAdmission(db, domainName, ...requesterValues(requester)))[0] ?? null;

/** One profile with the requester's relation to it; a visitor has none. */
export const loadProfile = async (
  db: Database,
  key: ProfileKey,
  requester: Requester,
  now: Date,
): Promise<ProfileRow | null> => {
  const { rows } = await sql<ProfileRow>`
    SELECT ${SUMMARY}, p.about, p.default_language, p.comments_enabled, p.total_posts,
      p.total_likes,
      p.total_followers, p.total_following, p.total_profile_likes, p.gender, p.created_at,
      (SELECT count(*)::integer FROM posts o JOIN post_media l ON l.post_id = o.id
        JOIN media m ON m.id = l.media_id AND m.status = 'processed'
        AND NOT ${sql.raw(isWithheld('media', 'm.id'))}
        WHERE o.profile_id = p.id AND o.deleted_at IS NULL AND o.archived_at IS NULL
          AND o.withheld_at IS NULL AND o.playable_at IS NOT NULL
          AND o.start_when <= ${now}::timestamptz AND (o.expires_at IS NULL
            OR o.expires_at > ${now}::timestamptz)) AS total_medias,
      EXISTS (SELECT FROM follows f WHERE f.follower_id = v.id
        AND f.followee_id = p.id) AS follower,
      ${sql.raw(subscribesTo('p.id', 'v.id', 'at.now'))} AS subscriber,
      EXISTS (SELECT FROM profile_likes l WHERE l.profile_id = p.id
        AND l.liker_id = v.id) AS profile_liked,
      EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = v.id AND s.producer_id = p.id
        AND s.renew_at IS NOT NULL) AS renews,
      (SELECT s.paid_until FROM subscriptions s WHERE s.fan_id = v.id AND s.producer_id = p.id
        AND s.paid_until > ${now}::timestamptz) AS subscribed_until,
      ${sql.raw(ADMISSION)},
      (SELECT c.sealed FROM profile_contacts c WHERE c.profile_id = p.id
        AND c.profile_id = v.id) AS contacts, CASE WHEN p.id = v.id THEN p.fee_bps END AS fee_bps
    FROM profiles p CROSS JOIN ${requesterRow(requester)}
      CROSS JOIN (SELECT ${now}::timestamptz AS now) at
    WHERE ${matches(key)}`.execute(db);
  return rows[0] ?? null;
};

export type NewProfile = {
  id: ProfileId;
  userId: UserId;
  domainName: string;
  displayName: string;
  language: Locale;
  now: Date;
};

/** The unique constraint decides; this is for a refusal that names every wrong field at once. */
export const isNameTaken = async (db: Database, domainName: string): Promise<boolean> => {
  const { rows } = await sql<{
    taken: boolean;
  }>`SELECT EXISTS (SELECT FROM profiles p WHERE ${matches({ domainName })}) AS taken`.execute(db);
  return rows[0]?.taken === true;
};

/** Fails with the constraint `profiles_domain_name_key` when the name is taken. */
export const insertProfile = async (tx: Database, profile: NewProfile): Promise<void> => {
  await tx
    .insertInto('profiles')
    .values({
      id: profile.id,
      user_id: profile.userId,
      domain_name: profile.domainName,
      display_name: profile.displayName,
      default_language: profile.language,
      created_at: profile.now,
    })
    .execute();
};

/** Columns that the owner may change; missing ones stay. */
export type ProfileChanges = {
  display_name?: string;
  about?: string;
  default_language?: Locale;
  comments_enabled?: boolean;
  gender?: Gender | null;
  avatar_media_id?: MediaId | null;
  cover_media_id?: MediaId | null;
  held_avatar_media_id?: MediaId | null;
  held_cover_media_id?: MediaId | null;
};

/** Images that everyone sees, and those that wait for a review. */
export type ImageRow = Pick<SummaryRow, 'avatar_media_id' | 'cover_media_id' | 'producer_stage'> & {
  held_avatar_media_id: MediaId | null;
  held_cover_media_id: MediaId | null;
};

const IMAGE_COLUMNS = [
  'avatar_media_id',
  'cover_media_id',
  'held_avatar_media_id',
  'held_cover_media_id',
  'producer_stage',
] as const;

const selectImages = (db: Database, id: ProfileId) =>
  db.selectFrom('profiles').select(IMAGE_COLUMNS).where('id', '=', id);

/**
 * The current images, with the profile locked: concurrent edits run one after the other, so each
 * image is replaced once.
 */
export const lockImages = async (tx: Database, id: ProfileId): Promise<ImageRow> =>
  (await selectImages(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow()) as ImageRow;

export const loadImages = async (db: Database, id: ProfileId): Promise<ImageRow> =>
  (await selectImages(db, id).executeTakeFirstOrThrow()) as ImageRow;

/** Whether the image waits for a review or was refused in one, so that only its owner has it. */
export const isHeldImage = async (
  db: Database,
  ownerId: ProfileId,
  mediaId: MediaId,
): Promise<boolean> => {
  const { held_avatar_media_id: avatar, held_cover_media_id: cover } = await loadImages(
    db,
    ownerId,
  );
  return mediaId === avatar || mediaId === cover;
};

export const updateProfile = async (
  tx: Database,
  id: ProfileId,
  changes: ProfileChanges,
): Promise<void> => {
  if (Object.keys(changes).length === 0) return;
  await keepHeldCopy(tx, 'profile', id);
  await tx.updateTable('profiles').set(changes).where('id', '=', id).execute();
};

/** Removes personal data but keeps the row: money and audit records refer to it. */
export const blankProfile = async (tx: Database, id: ProfileId): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set({
      domain_name: `removed-${id.replaceAll('-', '').slice(-20)}`,
      display_name: '-',
      about: '',
      gender: null,
      avatar_media_id: null,
      cover_media_id: null,
      held_avatar_media_id: null,
      held_cover_media_id: null,
      default_language: null,
      last_seen_at: null,
      producer_stage: 'suspended',
    })
    .where('id', '=', id)
    .execute();
};

/** Sets the stage; null when there is no such profile. */
export const updateStage = async (
  tx: Database,
  domainName: string,
  stage: ProducerStage,
): Promise<ProfileId | null> => {
  const row = await tx
    .updateTable('profiles')
    .set({ producer_stage: stage })
    .where('domain_name', '=', domainName)
    .returning('id')
    .executeTakeFirst();
  return (row?.id as ProfileId | undefined) ?? null;
};

/** Updates "last seen" of each profile; never to an earlier time. */
export const updateLastSeen = async (
  db: Database,
  ids: readonly ProfileId[],
  now: Date,
): Promise<void> => {
  // Locked rows are skipped until the next update, so that two of these statements never deadlock.
  await sql`
    UPDATE profiles SET last_seen_at = ${now}
    WHERE id IN (SELECT id FROM profiles WHERE id = ANY(${ids}::uuid[]) AND (last_seen_at IS NULL
      OR last_seen_at < ${now}::timestamptz) FOR NO KEY UPDATE SKIP LOCKED)`.execute(db);
};

/** Adds to the counters of posts and likes that the profile shows. */
export const addToTotals = async (
  tx: Database,
  id: ProfileId,
  totals: { posts?: number; likes?: number },
): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set((eb) => ({
      total_posts: eb('total_posts', '+', totals.posts ?? 0),
      total_likes: eb('total_likes', '+', totals.likes ?? 0),
    }))
    .where('id', '=', id)
    .execute();
  if (totals.likes) await markMoved(sql`${id}::uuid`).execute(tx);
};
