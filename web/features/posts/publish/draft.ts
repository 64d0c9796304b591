// What is being written, kept by this browser over a reload or an accident, until it is published.
import type { Centavos } from '@camarim/contract/money';

export type Draft = {
  text: string;
  price: Centavos | null;
  audience: 'public' | 'members';
  tip: boolean;
};

export const EMPTY_DRAFT: Draft = { text: '', price: null, audience: 'public', tip: true };

const STORED = 'camarim.post-draft';

export const readDraft = (): Draft => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return typeof stored === 'object' && stored !== null
      ? { ...EMPTY_DRAFT, ...stored }
      : EMPTY_DRAFT;
  } catch {
    // Half written or not ours: an empty composer.
    return EMPTY_DRAFT;
  }
};

export const saveDraft = (draft: Draft): void => {
  try {
    if (draft.text === '' && draft.price === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(draft));
  } catch {
    // A full store only costs the text after a reload.
  }
};

export const deleteDraft = (): void => localStorage.removeItem(STORED);
