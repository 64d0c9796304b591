// Messages of rooms as their readers get them.
import type { LiveId } from '@camarim/contract/features/lives';
import type { roomMessageSchema, roomAuthorSchema } from '@camarim/contract/features/lives/room';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import type { MessageRow } from './messages-store.ts';
import { loadMarks, type Marks } from './room-store.ts';

export type RoomAuthor = z.input<typeof roomAuthorSchema>;
export type RoomMessageView = z.input<typeof roomMessageSchema>;

/** The show as far as its room needs it. */
export type RoomLive = { id: LiveId; producerId: ProfileId };

const marksOf = (
  { id, moderator, subscriber, topTipper }: Marks,
  producerId: ProfileId,
): RoomAuthor['marks'] => [
  ...(id === producerId ? ['producer' as const] : []),
  ...(moderator ? ['moderator' as const] : []),
  ...(subscriber ? ['subscriber' as const] : []),
  ...(topTipper ? ['topTipper' as const] : []),
];

/** Each person with their marks. */
export const viewAuthors = async (
  ctx: Ctx,
  live: RoomLive,
  ids: readonly ProfileId[],
): Promise<Map<ProfileId, RoomAuthor>> => {
  if (ids.length === 0) return new Map();
  const people = await summarise(ctx, [...new Set(ids)]);
  const marks = await loadMarks(ctx.db, live, ids, ctx.clock.now());
  return new Map(
    marks.flatMap((found): [ProfileId, RoomAuthor][] => {
      const person = people.get(found.id);
      if (!person) return [];
      const { id, domainName, exibitionName, profileImage, producer } = person;
      const author = { id, domainName, exibitionName, profileImage, producer };
      return [[found.id, { ...author, marks: marksOf(found, live.producerId) }]];
    }),
  );
};

/** A message of this author. */
export const presentMessage = (row: MessageRow, profile: RoomAuthor): RoomMessageView => ({
  id: row.id,
  clientKey: row.client_key,
  profile,
  text: row.text,
  tip:
    row.amount_centavos === null
      ? null
      : {
          value: row.amount_centavos,
          item:
            row.item_id === null || row.item_label === null
              ? null
              : { id: row.item_id, label: row.item_label },
          goalId: row.goal_id,
          done: row.done_at !== null,
        },
  createdAt: row.created_at.toISOString(),
});

/**
 * A person in the room with their marks. Read before a transaction, which has one connection only.
 */
export const viewAuthor = async (ctx: Ctx, live: RoomLive, id: ProfileId): Promise<RoomAuthor> => {
  const author = (await viewAuthors(ctx, live, [id])).get(id);
  if (!author) throw new Error(`the profile ${id} was not presented`);
  return author;
};

/** In the order of the rows. */
export const viewMessages = async (
  ctx: Ctx,
  live: RoomLive,
  rows: readonly MessageRow[],
): Promise<RoomMessageView[]> => {
  const authors = await viewAuthors(
    ctx,
    live,
    rows.map(({ profile_id }) => profile_id),
  );
  return rows.flatMap((row) => {
    const author = authors.get(row.profile_id);
    return author ? [presentMessage(row, author)] : [];
  });
};

export const viewMessage = async (
  ctx: Ctx,
  live: RoomLive,
  row: MessageRow,
): Promise<RoomMessageView> => {
  const [message] = await viewMessages(ctx, live, [row]);
  if (!message) throw new Error(`the message ${row.id} was not presented`);
  return message;
};
