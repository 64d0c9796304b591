// The Range header (RFC 9110, section 14) as object storage understands it.
import type { ByteRange } from './port.ts';

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/**
 * The one range asked for. Null for none, several or a malformed one: all of these are answered
 * with the whole.
 */
export const readRange = (header: string | undefined): ByteRange | null => {
  const [matched, start, end, last] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (matched === undefined) return null;
  if (last !== undefined) return { lastBytes: Number(last) };
  if (end !== undefined && Number(end) < Number(start)) return null;
  return end === undefined ? { start: Number(start) } : { start: Number(start), end: Number(end) };
};
