// Edits the viewer's profile: only the fields in the request, all or none.
import type { Routes } from '@camarim/contract';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { attachImage, eraseMedia } from '../media/index.ts';
import type { OwnProfileRef } from './policy.ts';
import { validateContacts, loadContacts, writeContacts } from './contacts/contacts.ts';
import { type Contacts, NO_CONTACTS } from './contacts/rules.ts';
import type { OwnDetails } from './present.ts';
import { type ImageKind, replaceImage } from './reviewable-images.ts';
import { lockImages, updateProfile } from './store.ts';
import type { ProfileChanges } from './store.ts';
import { viewOwnDetails } from './view-profiles.ts';

type Edits = BodyOf<Routes['PUT /profiles']>;
/** Null: removed; left out: it stays. */
type Images = Partial<Record<ImageKind, MediaId | null>>;

/** Processes the new images; erases the first when the second is refused. */
const attachImages = async (
  ctx: Ctx,
  ownerId: ProfileId,
  { profileImageKey, headerImageKey }: Edits,
): Promise<Images> => {
  const attach = (key: string | null, purpose: 'avatar' | 'cover') =>
    key === null ? null : attachImage(ctx, { ownerId, key, purpose });
  const images: Images = {};
  if (profileImageKey !== undefined) images.avatar = await attach(profileImageKey, 'avatar');
  if (headerImageKey === undefined) return images;
  try {
    images.cover = await attach(headerImageKey, 'cover');
  } catch (error) {
    const { avatar: unused } = images;
    if (unused) await transaction(ctx.db, (tx) => eraseMedia(ctx, tx, [unused]));
    throw error;
  }
  return images;
};

const CONTACT_NAMES = Object.keys(NO_CONTACTS) as (keyof Contacts)[];

/** The edits of phones and address; null when there are none. */
const contactEdits = (edits: Edits): Partial<Contacts> | null => {
  const given = CONTACT_NAMES.filter((name) => edits[name] !== undefined);
  return given.length > 0 ? Object.fromEntries(given.map((name) => [name, edits[name]])) : null;
};

const columnsOf = (edits: Edits): ProfileChanges => ({
  ...(edits.exibitionName !== undefined && { display_name: edits.exibitionName }),
  ...(edits.about !== undefined && { about: edits.about }),
  ...(edits.defaultLanguage !== undefined && { default_language: edits.defaultLanguage }),
  ...(edits.gender !== undefined && { gender: edits.gender }),
  ...(edits.settings !== undefined && { comments_enabled: edits.settings.enableComments }),
});

/**
 * Applies the edits and returns the profile. Throws validate.* with each wrong field, and the
 * errors of attaching an image; then nothing has changed.
 */
export const editProfile = async (
  ctx: Ctx,
  { profileId }: Allowed<OwnProfileRef>,
  edits: Edits,
): Promise<OwnDetails> => {
  const contacts = contactEdits(edits);
  // Validated before the images are processed, and again when written.
  if (contacts) validateContacts(await loadContacts(ctx, profileId), contacts);
  const images = await attachImages(ctx, profileId, edits);
  await transaction(ctx.db, async (tx) => {
    const profile = { id: profileId, before: await lockImages(tx, profileId) };
    const replaced = [];
    for (const kind of ['avatar', 'cover'] as const) {
      const mediaId = images[kind];
      if (mediaId !== undefined)
        replaced.push(await replaceImage(ctx, tx, profile, { kind, mediaId }));
    }
    const changes = replaced.map((one) => one.changes);
    await updateProfile(tx, profileId, Object.assign(columnsOf(edits), ...changes));
    if (contacts) await writeContacts(ctx, tx, profileId, contacts);
    if (edits.settings) await ctx.outbox.changeAccess(tx, { owners: [profileId] });
    await eraseMedia(
      ctx,
      tx,
      replaced.flatMap(({ erased }) => erased),
    );
  });
  return viewOwnDetails(ctx, profileId);
};
