// Thumbhash (base64, about 30 bytes) -> the address of a tiny blurred picture.
import { thumbHashToDataURL } from 'thumbhash';

const kept = new Map<string, string>();
const KEPT_MAX = 500;

export const thumbhashUrl = (base64: string): string => {
  const known = kept.get(base64);
  if (known !== undefined) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const url = thumbHashToDataURL(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
  kept.set(base64, url);
  return url;
};
