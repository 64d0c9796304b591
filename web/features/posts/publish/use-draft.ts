// The unpublished post as React state that survives a reload; a restored draft can be discarded.
import { useEffect, useRef, useState } from 'react';
import { type Draft, EMPTY_DRAFT, deleteDraft, saveDraft, readDraft } from './draft.ts';

export const useDraft = () => {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [restored, setRestored] = useState(false);
  const written = useRef(false);
  // In an effect, because local storage does not exist on the server.
  useEffect(() => {
    if (written.current) return;
    const stored = readDraft();
    setDraft(stored);
    setRestored(stored !== EMPTY_DRAFT);
  }, []);
  const change = (part: Partial<Draft>) => {
    written.current = true;
    const next = { ...draft, ...part };
    setDraft(next);
    saveDraft(next);
  };
  const discard = () => {
    setDraft(EMPTY_DRAFT);
    setRestored(false);
    deleteDraft();
  };
  return { draft, change, restored, discard };
};
