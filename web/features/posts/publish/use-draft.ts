// The post that is being written, as React state that outlives a reload.
import { useEffect, useRef, useState } from 'react';
import { type Draft, EMPTY_DRAFT, keepDraft, readDraft } from './draft.ts';

export const useDraft = () => {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const written = useRef(false);
  // Not while rendering: the server knows nothing of it.
  useEffect(() => {
    if (!written.current) setDraft(readDraft());
  }, []);
  const change = (part: Partial<Draft>) => {
    written.current = true;
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(next);
  };
  return { draft, change };
};
