// Everything one composer attaches, uploads and media of the vault, in the order of the post.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { VaultItem } from '../../vault/queries.ts';
import { ALL_KINDS } from '../upload/accept.ts';
import { useUploadQueue } from '../upload/use-upload-queue.ts';
import { type Attachment, pickedIn } from './attachment.ts';

export const useAttachments = () => {
  const { queue, items } = useUploadQueue(ALL_KINDS);
  const { state } = useLocation();
  const navigate = useNavigate();
  // What the vault's page sends here is taken once: not again after a reload.
  const [picked, setPicked] = useState<readonly VaultItem[]>(() => pickedIn(state));
  useEffect(() => {
    if (pickedIn(state).length > 0) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  /** Ids that were put first, the latest before the others. */
  const [front, setFront] = useState<readonly string[]>([]);

  const placeOf = ({ id }: Attachment): number => (front.includes(id) ? front.indexOf(id) : front.length);
  const all: Attachment[] = [...items.map((upload) => ({ id: upload.id, upload })), ...picked.map((media) => ({ id: media.id, media }))];
  return {
    queue,
    attached: all.toSorted((one, other) => placeOf(one) - placeOf(other)),
    pick: (medias: readonly VaultItem[]) => setPicked((now) => [...now, ...medias.filter(({ id }) => !now.some((known) => known.id === id))]),
    putFirst: (id: string) => setFront((now) => [id, ...now.filter((other) => other !== id)]),
    unpick: (id: string) => setPicked((now) => now.filter((media) => media.id !== id)),
  };
};
