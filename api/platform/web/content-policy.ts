// What a page may load and run: our own files, and the inline scripts that carry this page's nonce.

type ForeignOrigins = {
  /**
   * Origins of external object storage, for uploads only: media is served by our own origin.
   */
  storage: readonly string[];
  /** Origins of third-party scripts that the operator configured. */
  thirdParties: readonly string[];
  /** Origins of acquirers' 3-D Secure scripts. */
  cardScripts: readonly string[];
  /** Origins of a captcha that is solved in a frame of its own. */
  captcha: readonly string[];
};

const spaceBefore = (origins: readonly string[]): string =>
  origins.map((origin) => ` ${origin}`).join('');

export const contentPolicy = (
  nonce: string,
  { storage, thirdParties, cardScripts, captcha }: ForeignOrigins,
): string => {
  const [others, scripts, framed] = [
    spaceBefore(thirdParties),
    spaceBefore([...thirdParties, ...cardScripts]),
    spaceBefore([...thirdParties, ...cardScripts, ...captcha]),
  ];
  // 3-D Secure shows the page of the card's bank in a frame, and sends it a form.
  const banks = cardScripts.length > 0 ? ' https:' : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${framed}`,
    `style-src 'self' 'nonce-${nonce}'${others}`,
    `img-src 'self' data: blob:${others}`,
    "media-src 'self' blob:",
    `connect-src 'self'${spaceBefore(storage)}${scripts}`,
    ...(framed === '' ? [] : [`frame-src 'self'${framed}${banks}`]),
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${banks}`,
    "frame-ancestors 'none'",
  ].join('; ');
};
