// Where a page of posts ended: its last (start, id), as the opaque text that asks for the next
// page.
import type { PostId } from '@camarim/contract/ids';
import { fieldError } from '../../../platform/errors/app-error.ts';

/** The sort key of every feed. */
export type PostPosition = { startWhen: Date; id: PostId };

const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
const LATEST_MS = 8.64e15;

export const cursorOf = ({ startWhen, id }: PostPosition): string =>
  `${startWhen.getTime().toString(36)}.${id}`;

/** Reads a cursor that we gave; anything else is refused as a wrong `before`. */
export const readCursor = (text: string | undefined): PostPosition | null => {
  if (text === undefined) return null;
  const [, time, id] = CURSOR.exec(text) ?? [];
  const startMs = Number.parseInt(time ?? '', 36);
  if (!id || !(startMs <= LATEST_MS)) throw fieldError('before', 'validate.invalid');
  return { startWhen: new Date(startMs), id: id as PostId };
};
