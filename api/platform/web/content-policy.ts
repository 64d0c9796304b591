// What a page may load and run: our own files, and the inline scripts that carry this page's nonce.

/** `storage` are origins of object storage that is not ours to serve: pictures come from it and uploads go to it. */
export const contentPolicy = (nonce: string, storage: readonly string[]): string => {
  const stored = storage.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${stored}`,
    `media-src 'self' blob:${stored}`,
    `connect-src 'self'${stored}`,
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};
