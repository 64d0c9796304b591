// The upload queue as React state.
import type { MediaKind } from '@camarim/contract/limits';
import { useEffect, useMemo, useState } from 'react';
import { discardFile, sendFile } from './send-file.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

const PICTURES: readonly MediaKind[] = ['image'];

export const useUploadQueue = (kinds: readonly MediaKind[] = PICTURES) => {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const queue = useMemo(
    () => new UploadQueue({ kinds, send: sendFile, discard: discardFile, onChange: setItems }),
    [kinds],
  );
  useEffect(() => () => queue.dispose(), [queue]);
  return { queue, items };
};
