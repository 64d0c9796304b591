// Parses the Range header (RFC 9110, section 14).
import type { ByteRange } from './port.ts';

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/**
 * The single requested range. Null for none, several or a malformed one: then the whole object is
 * sent.
 */
export const readRange = (header: string | undefined): ByteRange | null => {
  const [matched, start, end, last] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (matched === undefined) return null;
  if (last !== undefined) return { lastBytes: Number(last) };
  if (end !== undefined && Number(end) < Number(start)) return null;
  return end === undefined ? { start: Number(start) } : { start: Number(start), end: Number(end) };
};
