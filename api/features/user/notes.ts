// Notes of the team about a person: read by those who read people, added by those who decide open
// work, and in the person's own archive without their authors.
import type { Routes } from '@camarim/contract';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { cursorOf, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import { summarise } from '../profiles/index.ts';
import { deleteNotesOf, insertNote, listNotes } from './notes-store.ts';
import type { UserReviewer } from './policy.ts';
import { type Page, type PageQuery, requireProfile } from './view-records.ts';

type Notes = DataInput<Routes['GET /dsb/user/{userId}/notes']>;

/** Newest first. Throws user.notFound. */
export const viewNotes = async (
  ctx: Ctx,
  _reviewer: Allowed<UserReviewer>,
  userId: UserId,
  { limit, cursor }: PageQuery,
): Promise<Page<Notes>> => {
  const profileId = await requireProfile(ctx, userId);
  const after = readCursor(cursor, 'cursor');
  const rows = await listNotes(ctx.db, profileId, { limit: limit + 1, after });
  const { page, cursor: next } = pageOf(rows, limit, ({ created_at: at, id }) =>
    cursorOf({ at, id }),
  );
  const people = await summarise(ctx, [...new Set(page.map(({ author_id: id }) => id))]);
  const data = page.map(({ id, text, author_id: author, created_at: at }) => ({
    id,
    text,
    author: people.get(author) ?? null,
    createdAt: at.toISOString(),
  }));
  return { data, cursor: next };
};

/** Throws user.notFound, and decision.own for a note about oneself. */
export const addNote = async (
  ctx: Ctx,
  { adminId }: Allowed<UserReviewer>,
  userId: UserId,
  { text, key }: { text: string; key: string | null },
): Promise<{ id: string }> => {
  const profileId = await requireProfile(ctx, userId);
  refuseOwnDecision(adminId, profileId);
  const now = ctx.clock.now();
  const call = { profileId: adminId, key, route: 'POST /dsb/user/{userId}/notes', now };
  return once(ctx.db, { ...call, request: { userId, text } }, async (tx) => {
    const id = newId();
    await insertNote(tx, { id, profileId, authorId: adminId, text, now });
    // Without the text, which the log would keep after the person's data is erased.
    await recordAct(tx, { adminId, action: 'user.noted', profileId, subjectId: id, now });
    return { id };
  });
};

export const exportNotesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('account/notes-of-the-team.json', async () =>
    (await listNotes(db, profileId, { limit: 10_000, after: null })).map(
      ({ text, created_at: at }) => ({ text, createdAt: at.toISOString() }),
    ),
  ),
];

export const eraseNotesOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteNotesOf(db, profileId);
