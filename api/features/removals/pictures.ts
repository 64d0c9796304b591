// Pictures that people send to the portal: hashed, deleted, and given back as a sealed hash that
// only this installation can read. Nothing of the picture is stored.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isFlat, PDQ_QUALITY_MIN } from '../../platform/media/pdq.ts';
import { MediaRefused } from '../../platform/media/port.ts';
import { type KnownHash, withFolder } from '../media/index.ts';

const SEAL_CONTEXT = 'removals/picture';
/** Before the hash of a plain picture. */
const PLAIN = 'plain ';

const hashOf = async (ctx: Ctx, content: Buffer): Promise<string> =>
  withFolder(ctx, { id: newId() }, async (folder) => {
    const file = join(folder, 'picture');
    await writeFile(file, content);
    const { facts } = await ctx.media.renderImage({ file, watermark: '' });
    const { hash, quality } = facts.pdq;
    if (quality === 0 || isFlat(hash)) throw new AppError('removal.pictureTooPlain');
    return quality < PDQ_QUALITY_MIN ? PLAIN + hash : hash;
  });

/**
 * Throws upload.forged for what is no picture, upload.damaged, and removal.pictureTooPlain for one
 * with too few features to be found.
 */
export const hashPicture = async (ctx: Ctx, base64: string): Promise<string> => {
  const content = Buffer.from(base64, 'base64');
  if (content.length === 0) throw new AppError('upload.forged');
  try {
    return ctx.seal.seal(SEAL_CONTEXT, await hashOf(ctx, content)).toString('base64url');
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    throw new AppError(error.reason === 'damaged' ? 'upload.damaged' : 'upload.forged');
  }
};

/** The hash in what `hashPicture` gave. Throws removal.pictureInvalid. */
export const openPicture = ({ seal }: Ctx, picture: string): KnownHash => {
  try {
    const sealed = seal.open<string>(SEAL_CONTEXT, Buffer.from(picture, 'base64url'));
    return { hash: sealed.replace(PLAIN, ''), plain: sealed.startsWith(PLAIN) };
  } catch {
    throw new AppError('removal.pictureInvalid');
  }
};
