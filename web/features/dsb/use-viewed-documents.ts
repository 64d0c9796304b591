// Which documents of a request were viewed on this page: an approval requires all of them.
import { useCallback, useState } from 'react';
import type { DocumentKind } from './Document.tsx';

export const useViewedDocuments = (documents: readonly { kind: DocumentKind }[]) => {
  const [viewed, setViewed] = useState<ReadonlySet<DocumentKind>>(new Set());
  const onViewed = useCallback(
    (kind: DocumentKind) => setViewed((before) => new Set(before).add(kind)),
    [],
  );
  return { onViewed, unseen: documents.some(({ kind }) => !viewed.has(kind)) };
};
