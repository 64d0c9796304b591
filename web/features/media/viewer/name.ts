// Name of a media of its owner.
import { m } from '../../../paraglide/messages.js';
import { kindOf, type OwnMedia } from './media.ts';

const KINDS = {
  image: m.vault_kind_image,
  video: m.vault_kind_video,
  audio: m.vault_kind_audio,
  archive: m.vault_kind_archive,
};

/** "Foto praia.jpg", or its title. */
export const nameOf = (item: OwnMedia): string =>
  `${KINDS[kindOf(item)]()} ${item.title ?? item.name ?? ''}`.trim();
