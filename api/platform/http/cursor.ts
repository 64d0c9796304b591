// Where a page of a list by time ended, as the opaque text that asks for the next page.
import { fieldError } from '../errors/app-error.ts';

/** The sort key of a list by time. */
export type Position<Id extends string> = { at: Date; id: Id };

const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
const LATEST_MS = 8.64e15;

export const cursorOf = ({ at, id }: Position<string>): string =>
  `${at.getTime().toString(36)}.${id}`;

/** Reads a cursor that we gave; anything else is refused as a wrong `before`. */
export const readCursor = <Id extends string>(text: string | undefined): Position<Id> | null => {
  if (text === undefined) return null;
  const [, time, id] = CURSOR.exec(text) ?? [];
  const atMs = Number.parseInt(time ?? '', 36);
  if (!id || !(atMs <= LATEST_MS)) throw fieldError('before', 'validate.invalid');
  return { at: new Date(atMs), id: id as Id };
};
