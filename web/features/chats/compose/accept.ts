// Which files a message takes, checked by their names and sizes; the server checks their content.
// Source: specification section 5, chat upload.
import { CHAT_UPLOAD_MAX_BYTES } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { formatBytes } from '../../../ui/display/formats.ts';
import { contentTypeOf } from '../../media/index.ts';

/** What the file picker offers. */
export const PICKER_TYPES = 'image/*,video/*,audio/*,.zip';

const ACCEPTED = /^(image\/(png|jpeg)|(video|audio)\/.+|application\/(x-)?zip(-compressed)?)$/;

export type ChatRefusal = 'type' | 'size';

/** Why a message does not take the file; null when it does. */
export const refusalOf = (file: Pick<File, 'name' | 'type' | 'size'>): ChatRefusal | null => {
  if (!ACCEPTED.test(contentTypeOf(file))) return 'type';
  return file.size > CHAT_UPLOAD_MAX_BYTES ? 'size' : null;
};

export const refusalText = (refusal: ChatRefusal): string =>
  refusal === 'type'
    ? m.chat_upload_type()
    : m.chat_upload_size({ size: formatBytes(CHAT_UPLOAD_MAX_BYTES) });
