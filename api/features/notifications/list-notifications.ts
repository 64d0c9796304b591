// A profile's notifications as sentences in the reader's language, each with the page that shows
// it.
import type { Routes } from '@camarim/contract';
import { notificationType } from '@camarim/contract/features/notifications';
import type { NotificationType } from '@camarim/contract/features/notifications';
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { NotificationId, PostId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { fieldError } from '../../platform/errors/app-error.ts';
import { cursorOf, pageOf, readCursor } from '../../platform/http/cursor.ts';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../feature.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import { pathOf } from './link.ts';
import { listRows } from './store.ts';
import type { NotificationRow } from './store.ts';

type NotificationView = DataInput<Routes['GET /profiles/notifications']>[number];
type Summary = NonNullable<NotificationView['from']>;

const typesOf = (list: string | undefined): NotificationType[] | null => {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return null;
  const parsed = notificationType.array().safeParse(names);
  if (!parsed.success) throw fieldError('types', 'validate.filter');
  return parsed.data;
};

/** As much of a post's text as a row of the page has room for. */
const POST_TEXT_SHOWN = 80;

type PostOf = NotificationView['post'];

/** What the reader may see of the posts that these rows are about. */
const loadPostsOf = async (
  services: Pick<Services, 'viewPosts'>,
  rows: readonly NotificationRow[],
  reader: RequestContext,
): Promise<Map<PostId, PostOf>> => {
  const ids = [...new Set(rows.flatMap(({ post_id }) => post_id ?? []))];
  return new Map(
    (await services.viewPosts(ids, reader)).map(({ id, text: written, medias }) => [
      id as PostId,
      {
        text: [...written].slice(0, POST_TEXT_SHOWN).join(''),
        thumb: medias.find(({ mdThumb }) => mdThumb)?.mdThumb ?? null,
      },
    ]),
  );
};

const present = (
  row: NotificationRow,
  { from, post }: { from: Summary | null; post: PostOf },
  locale: Locale,
): NotificationView => ({
  id: row.id,
  type: row.type,
  group: groupOf(row.type),
  message: text(locale, `notification.${row.type}`, {
    name: from?.exibitionName,
    amount: row.amount_centavos === null ? undefined : formatBrl(row.amount_centavos, locale),
  }),
  from,
  postId: row.post_id,
  post,
  amount: row.amount_centavos,
  text: row.text,
  link: pathOf({
    type: row.type,
    // Only producers have a page.
    from: from?.producer ? from.domainName : null,
    fromId: row.from_profile_id,
    postId: row.post_id,
    postOwner: row.post_owner,
  }),
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** One page, newest first; `cursor` begins the next one, null at the end. */
export const listNotifications = async (
  ctx: Ctx,
  services: Pick<Services, 'summarise' | 'viewPosts'>,
  { viewer, context }: { viewer: Viewer; context: RequestContext },
  { types, search, before, limit, offset }: QueryOf<Routes['GET /profiles/notifications']>,
): Promise<{ data: NotificationView[]; cursor: string | null }> => {
  // One more row than requested shows whether a next page exists.
  const found = await listRows(ctx.db, {
    viewer,
    types: typesOf(types),
    search: search || null,
    before: readCursor<NotificationId>(before),
    limit: limit + 1,
    offset,
  });
  const { page: rows, cursor } = pageOf(found, limit, ({ created_at: at, id }) =>
    cursorOf({ at, id }),
  );
  const [senders, posts] = await Promise.all([
    services.summarise([...new Set(rows.flatMap((row) => row.from_profile_id ?? []))]),
    loadPostsOf(services, rows, context),
  ]);
  return {
    data: rows.map((row) =>
      present(
        row,
        {
          from: row.from_profile_id === null ? null : (senders.get(row.from_profile_id) ?? null),
          post: row.post_id === null ? null : (posts.get(row.post_id) ?? null),
        },
        context.locale,
      ),
    ),
    cursor,
  };
};
