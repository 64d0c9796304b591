// Lists of posts that the viewer saved, liked or archived: positions only, without those they no
// longer have access to.
import type { PostId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import { regionOf } from '../../../platform/http/place.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { boughtBy } from '../../access/index.ts';
import { hiddenFrom, isRemovedAccount, requesterAt } from '../../profiles/index.ts';

type Row = { id: PostId };
/** `id` selects one post of the list; null: all. */
export type SavedPage = { limit: number; offset: number; now: Date; id: PostId | null };

const BY_REMOVED_ACCOUNT = `p.deleted_at IS NOT NULL AND EXISTS (SELECT FROM profiles o WHERE o.id = p.profile_id
  AND ${isRemovedAccount('o')})`;
// The viewer's own posts in every state, and withdrawn or deleted ones that they bought.
const VISIBLE = `(p.profile_id = $1::uuid AND p.deleted_at IS NULL
  OR (NOT ${hiddenFrom('p.profile_id')} OR ${BY_REMOVED_ACCOUNT}) AND p.withheld_at IS NULL AND p.playable_at IS NOT NULL AND p.start_when <= $2::timestamptz AND (
    p.deleted_at IS NULL AND p.archived_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > $2::timestamptz)
    OR ${boughtBy('p.id', '$1::uuid')}))`;

const selectListed = (table: 'post_saves' | 'post_likes') =>
  preparedRead<Row>(`
    SELECT p.id FROM ${table} k JOIN posts p ON p.id = k.post_id CROSS JOIN ${requesterAt(1, 5, 6)}
    WHERE k.profile_id = $1::uuid AND ($7::uuid IS NULL OR p.id = $7::uuid) AND ${VISIBLE}
    ORDER BY k.created_at DESC, k.post_id DESC LIMIT $3 OFFSET $4`);

const SELECT_BY_LIST = { saved: selectListed('post_saves'), liked: selectListed('post_likes') };

/** Posts the viewer saved or liked, the latest first. */
export const savedOrLikedIds = async (
  db: Database,
  list: keyof typeof SELECT_BY_LIST,
  { profileId, place }: Viewer,
  { limit, offset, now, id: only }: SavedPage,
): Promise<PostId[]> =>
  (
    await SELECT_BY_LIST[list](db, profileId, now, limit, offset, regionOf(place), place.city, only)
  ).map(({ id }) => id);

const selectArchived = preparedRead<Row>(`
  SELECT p.id FROM posts p WHERE p.profile_id = $1::uuid AND p.archived_at IS NOT NULL
    AND p.deleted_at IS NULL AND ($4::uuid IS NULL OR p.id = $4::uuid)
  ORDER BY p.archived_at DESC, p.id DESC LIMIT $2 OFFSET $3`);

/** The viewer's own archived posts, the latest archived first. */
export const archivedIds = async (
  db: Database,
  { profileId }: Viewer,
  { limit, offset, id: only }: SavedPage,
): Promise<PostId[]> =>
  (await selectArchived(db, profileId, limit, offset, only)).map(({ id }) => id);
