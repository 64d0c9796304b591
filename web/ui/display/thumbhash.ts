// Thumbhash (base64, about 30 bytes) -> the address of a tiny blurred picture.
import { thumbHashToDataURL } from 'thumbhash';

const cache = new Map<string, string>();
const CACHE_MAX = 500;

export const thumbhashUrl = (base64: string): string => {
  const known = cache.get(base64);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_MAX) cache.clear();
  const url = thumbHashToDataURL(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
  cache.set(base64, url);
  return url;
};
