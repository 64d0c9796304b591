// Where a page of a list ended, as the opaque text that asks for the next page.
import { fieldError } from '../errors/app-error.ts';

/** The sort key of a list by time. */
export type Position<Id extends string> = { at: Date; id: Id };
/** The sort key of a list by a number that is whole and not below 0; times are milliseconds. */
export type KeyPosition<Id extends string> = { key: number; id: Id };

const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
/** The latest instant of a `Date`. */
const KEY_MAX = 8.64e15;

export const keyCursorOf = ({ key, id }: KeyPosition<string>): string =>
  `${key.toString(36)}.${id}`;

export const cursorOf = ({ at, id }: Position<string>): string =>
  keyCursorOf({ key: at.getTime(), id });

/** Reads a cursor that we gave; anything else is refused as a wrong `field`. */
export const readKeyCursor = <Id extends string>(
  text: string | undefined,
  field = 'before',
): KeyPosition<Id> | null => {
  if (text === undefined) return null;
  const [, digits, id] = CURSOR.exec(text) ?? [];
  const key = Number.parseInt(digits ?? '', 36);
  if (!id || !(key <= KEY_MAX)) throw fieldError(field, 'validate.invalid');
  return { key, id: id as Id };
};

/** As `readKeyCursor`, for lists by time. */
export const readCursor = <Id extends string>(
  text: string | undefined,
  field?: string,
): Position<Id> | null => {
  const position = readKeyCursor<Id>(text, field);
  return position && { at: new Date(position.key), id: position.id };
};

/**
 * The page of rows of which one more than `limit` was asked for, and the cursor of the next page;
 * null at the end.
 */
export const pageOf = <Row extends object>(
  rows: readonly Row[],
  limit: number,
  cursorOfRow: (last: Row) => string,
): { page: Row[]; cursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, cursor: last ? cursorOfRow(last) : null };
};
