// The post that is being written, as React state that outlives a reload. What was restored can be
// thrown away.
import { useEffect, useRef, useState } from 'react';
import { type Draft, EMPTY_DRAFT, deleteDraft, saveDraft, readDraft } from './draft.ts';

export const useDraft = () => {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [restored, setRestored] = useState(false);
  const written = useRef(false);
  // Not while rendering: the server knows nothing of it.
  useEffect(() => {
    if (written.current) return;
    const kept = readDraft();
    setDraft(kept);
    setRestored(kept !== EMPTY_DRAFT);
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
