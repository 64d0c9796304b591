// Private notes of a member about other profiles.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { summarise } from '../profiles/index.ts';
import { deleteNote, deleteNotesOf, findNote, listNotes, saveNote } from './store.ts';
import type { NoteFilter, NotePair, NoteRow } from './store.ts';

type Note = DataInput<Routes['POST /profiles/{profileId}/notes']>;
type ListedNote = DataInput<Routes['GET /profiles/notes']>[number];
const present = ({ profile_id, raw, created_at, updated_at }: NoteRow): Note => ({
  profileId: profile_id,
  raw,
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
});

/** Null when there is no note. */
export const viewNote = async ({ db }: Ctx, pair: Allowed<NotePair>): Promise<Note | null> => {
  const row = await findNote(db, pair);
  return row && present(row);
};

export const writeNote = async (
  { db, clock }: Ctx,
  pair: Allowed<NotePair>,
  raw: string,
): Promise<Note> => present(await saveNote(db, pair, raw, clock.now()));

export const removeNote = ({ db }: Ctx, pair: Allowed<NotePair>): Promise<void> =>
  deleteNote(db, pair);

/** A page of the viewer's notes, each with its profile. */
export const viewNotes = async (
  ctx: Ctx,
  viewer: Viewer,
  filter: NoteFilter,
): Promise<ListedNote[]> => {
  const rows = await listNotes(ctx.db, viewer, filter);
  const profiles = await summarise(
    ctx,
    rows.map(({ profile_id }) => profile_id),
  );
  return rows.flatMap((row) => {
    const profile = profiles.get(row.profile_id);
    return profile ? [{ ...present(row), profile }] : [];
  });
};

/** Called when an account is removed. */
export const eraseNotesOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteNotesOf(db, profileId);
