// A profile's notifications as sentences in the reader's language; listing them marks them as read.
import { notificationType } from '@camarim/contract/features/notifications';
import type { notificationSchema } from '@camarim/contract/features/notifications';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { z } from 'zod';
import { fieldError } from '../../platform/errors/app-error.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import type { NotificationType } from '@camarim/contract/features/notifications';
import { listRows, markRead } from './store.ts';
import type { NotificationRow } from './store.ts';

export type NotificationView = z.input<typeof notificationSchema>;
type Summary = NonNullable<NotificationView['from']>;

/** Loads the profiles that caused them. Injected, because profiles depends on notifications. */
export type Summarise = (ids: readonly ProfileId[]) => Promise<ReadonlyMap<ProfileId, Summary>>;

export type NotificationsQuery = {
  search?: string | undefined;
  types?: string | undefined;
  limit: number;
  offset: number;
};

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
  message: text(locale, `notification.${row.type}`, {
    name: from?.exibitionName,
    amount: row.amount_centavos === null ? undefined : formatBrl(row.amount_centavos, locale),
  }),
  from,
  postId: row.post_id,
  amount: row.amount_centavos,
  text: row.text,
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** One page, newest first; `read` is the state before this call. */
export const listNotifications = async (
  ctx: Ctx,
  { viewer, locale, summarise }: { viewer: Viewer; locale: Locale; summarise: Summarise },
  query: NotificationsQuery,
): Promise<NotificationView[]> => {
  const rows = await listRows(ctx.db, {
    viewer,
    types: typesOf(query.types),
    search: query.search || null,
    limit: query.limit,
    offset: query.offset,
  });
  const unread = rows.filter((row) => row.read_at === null).map(({ id }) => id);
  const senders = await summarise([...new Set(rows.flatMap((row) => row.from_profile_id ?? []))]);
  if (unread.length > 0) await markRead(ctx.db, viewer.profileId, unread, ctx.clock.now());
  return rows.map((row) =>
    present(
      row,
      row.from_profile_id === null ? null : (senders.get(row.from_profile_id) ?? null),
      locale,
    ),
  );
};
