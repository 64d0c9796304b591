// Name of a media of the vault.
import { m } from '../../../paraglide/messages.js';
import { kindOf, type VaultItem } from './media.ts';

const KINDS = {
  image: m.vault_kind_image,
  video: m.vault_kind_video,
  audio: m.vault_kind_audio,
  archive: m.vault_kind_archive,
};

/** "Foto praia.jpg", or its title. */
export const nameOf = (item: VaultItem): string =>
  `${KINDS[kindOf(item)]()} ${item.title ?? item.name ?? ''}`.trim();
