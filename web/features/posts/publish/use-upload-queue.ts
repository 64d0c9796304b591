// The upload queue of a composer, as React state.
import { useEffect, useMemo, useState } from 'react';
import { uploadCredentials } from '../queries.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

export const useUploadQueue = () => {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const queue = useMemo(() => new UploadQueue({ credentialsFor: uploadCredentials, onChange: setItems }), []);
  useEffect(() => () => queue.dispose(), [queue]);
  return { queue, items };
};
