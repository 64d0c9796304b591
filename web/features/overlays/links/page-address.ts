// The address of a browser source's page: its parameters say what it shows (web/public/overlay.js).

export const PARTS = ['alerts', 'goal', 'orders'] as const;
export type Part = (typeof PARTS)[number];

/** What is shown anyway is not in the address. */
export const pageAddress = (
  pageUrl: string,
  { locale, parts, sound }: { locale: string; parts: readonly Part[]; sound: boolean },
): string => {
  const url = new URL(pageUrl);
  url.searchParams.set('lang', locale);
  if (parts.length < PARTS.length) url.searchParams.set('show', parts.join(','));
  if (!sound) url.searchParams.set('sound', 'off');
  return url.href.replaceAll('%2C', ',');
};
