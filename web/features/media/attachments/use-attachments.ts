// The attachments of one composer: uploads and media of the vault, in the order of the post.
import { useState } from 'react';
import type { VaultItem } from '../viewer/media.ts';
import { ALL_KINDS } from '../upload/accept.ts';
import { useUploadQueue } from '../upload/use-upload-queue.ts';
import type { Attachment } from './attachment.ts';

/** `initial`: media of the vault that are attached from the beginning. */
export const useAttachments = (initial: readonly VaultItem[]) => {
  const { queue, items } = useUploadQueue(ALL_KINDS);
  const [picked, setPicked] = useState(initial);
  /** Ids of items that were moved to the front, the latest first. */
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
    /** After publishing, the attachments belong to the post. */
    clear: () => {
      queue.dispose();
      setPicked([]);
    },
    unpick: (id: string) => setPicked((now) => now.filter((media) => media.id !== id)),
  };
};
