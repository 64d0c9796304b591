// The unpublished text of the composer, kept in local storage until it is published.
import type { AiChoice } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import type { Audience } from './AudienceAndPrice.tsx';

export type Draft = {
  text: string;
  price: Centavos | null;
  audience: Audience;
  tip: boolean;
  ai: AiChoice;
};

export const EMPTY_DRAFT: Draft = {
  text: '',
  price: null,
  audience: 'public',
  tip: true,
  ai: 'none',
};

const STORED = 'camarim.post-draft';

export const readDraft = (): Draft => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return typeof stored === 'object' && stored !== null
      ? { ...EMPTY_DRAFT, ...stored }
      : EMPTY_DRAFT;
  } catch {
    // Invalid JSON or another format: an empty composer.
    return EMPTY_DRAFT;
  }
};

export const saveDraft = (draft: Draft): void => {
  try {
    if (draft.text === '' && draft.price === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(draft));
  } catch {
    // With a full local storage only the draft is lost on reload.
  }
};

export const deleteDraft = (): void => localStorage.removeItem(STORED);
