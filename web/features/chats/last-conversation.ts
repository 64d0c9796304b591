// Which conversation the drawer shows when it opens: the one that was open there last, on this
// device.

const STORED = 'camarim.lastRoom';

export const lastConversation = (): string | null => localStorage.getItem(STORED);

/** Null: the list was open. */
export const saveLastConversation = (slug: string | null): void => {
  if (slug === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, slug);
};
