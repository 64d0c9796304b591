// A profile's notifications as sentences in the reader's language, each with the page that shows it.
import type { Routes } from '@camarim/contract';
import { notificationType } from '@camarim/contract/features/notifications';
import type { NotificationType } from '@camarim/contract/features/notifications';
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { NotificationId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { fieldError } from '../../platform/errors/app-error.ts';
import { cursorOf, readCursor } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import { pathOf } from './link.ts';
import { listRows } from './store.ts';
import type { NotificationRow } from './store.ts';

type NotificationView = DataInput<Routes['GET /profiles/notifications']>[number];
type Summary = NonNullable<NotificationView['from']>;

/** Loads the profiles that caused them. Injected, because profiles depends on notifications. */
export type Summarise = (ids: readonly ProfileId[]) => Promise<ReadonlyMap<ProfileId, Summary>>;

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

const present = (row: NotificationRow, from: Summary | null, locale: Locale): NotificationView => ({
  id: row.id,
  type: row.type,
  group: groupOf(row.type),
  message: text(locale, `notification.${row.type}`, {
    name: from?.exibitionName,
    amount: row.amount_centavos === null ? undefined : formatBrl(row.amount_centavos, locale),
  }),
  from,
  postId: row.post_id,
  amount: row.amount_centavos,
  text: row.text,
  link: pathOf({
    type: row.type,
    // Only producers have a page.
    from: from?.producer ? from.domainName : null,
    postId: row.post_id,
    postOwner: row.post_owner,
  }),
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** One page, newest first; `cursor` begins the next one, null at the end. */
export const listNotifications = async (
  ctx: Ctx,
  { viewer, locale, summarise }: { viewer: Viewer; locale: Locale; summarise: Summarise },
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
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const senders = await summarise([...new Set(rows.flatMap((row) => row.from_profile_id ?? []))]);
  return {
    data: rows.map((row) =>
      present(
        row,
        row.from_profile_id === null ? null : (senders.get(row.from_profile_id) ?? null),
        locale,
      ),
    ),
    cursor: found.length > limit && last ? cursorOf({ at: last.created_at, id: last.id }) : null,
  };
};
