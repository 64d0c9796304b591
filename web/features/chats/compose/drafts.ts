// What was written and not sent, while the page is open.
const drafts = new Map<string, string>();

export const draftOf = (slug: string): string => drafts.get(slug) ?? '';

export const keepDraft = (slug: string, text: string): void => {
  if (text === '') drafts.delete(slug);
  else drafts.set(slug, text);
};
