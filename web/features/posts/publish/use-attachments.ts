// Everything one composer attaches, uploads and media of the vault, in the order of the post.
import { useState } from 'react';
import type { VaultItem } from '../../vault/queries.ts';
import { ALL_KINDS } from '../upload/accept.ts';
import { useUploadQueue } from '../upload/use-upload-queue.ts';
import type { Attachment } from './attachment.ts';

/** `brought`: media of the vault that are there from the beginning. */
export const useAttachments = (brought: readonly VaultItem[]) => {
  const { queue, items } = useUploadQueue(ALL_KINDS);
  const [picked, setPicked] = useState(brought);
  /** Ids that were put first, the latest before the others. */
  const [front, setFront] = useState<readonly string[]>([]);

  const placeOf = ({ id }: Attachment): number =>
    front.includes(id) ? front.indexOf(id) : front.length;
  const all: Attachment[] = [
    ...items.map((upload) => ({ id: upload.id, upload })),
    ...picked.map((media) => ({ id: media.id, media })),
  ];
  return {
    queue,
    attached: all.toSorted((one, other) => placeOf(one) - placeOf(other)),
    pick: (medias: readonly VaultItem[]) =>
      setPicked((now) => [
        ...now,
        ...medias.filter(({ id }) => !now.some((known) => known.id === id)),
      ]),
    putFirst: (id: string) => setFront((now) => [id, ...now.filter((other) => other !== id)]),
    /** They are somewhere else now. */
    clear: () => {
      queue.dispose();
      setPicked([]);
    },
    unpick: (id: string) => setPicked((now) => now.filter((media) => media.id !== id)),
  };
};
