// The attachments of one composer: uploads and media of the vault, in the order of the post.
import { useState } from 'react';
import { withMove } from '../../../ui/lists/sort-rules.ts';
import type { OwnMedia } from '../viewer/media.ts';
import { ALL_KINDS } from '../upload/accept.ts';
import { useUploadQueue } from '../upload/use-upload-queue.ts';
import type { Attachment } from './attachment.ts';

/**
 * `initial`: own media that are attached from the beginning; `initialOrder`: ids that stay before
 * what is attached later.
 */
export const useAttachments = (
  initial: readonly OwnMedia[],
  initialOrder: readonly string[] = [],
) => {
  const { queue, items } = useUploadQueue(ALL_KINDS);
  const [picked, setPicked] = useState(initial);
  /** Ids in the order that was chosen; what is attached later comes after them. */
  const [order, setOrder] = useState(initialOrder);

  const placeOf = ({ id }: Attachment): number =>
    order.includes(id) ? order.indexOf(id) : order.length;
  const all: Attachment[] = [
    ...items.map((upload) => ({ id: upload.id, upload })),
    ...picked.map((media) => ({ id: media.id, media })),
  ];
  const attached = all.toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    queue,
    attached,
    pick: (medias: readonly OwnMedia[]) =>
      setPicked((now) => [
        ...now,
        ...medias.filter(({ id }) => !now.some((known) => known.id === id)),
      ]),
    /** Positions in `attached`. */
    move: (from: number, to: number) =>
      setOrder(
        withMove(
          attached.map(({ id }) => id),
          from,
          to,
        ),
      ),
    /** After publishing, the attachments belong to the post. */
    clear: () => {
      queue.dispose();
      setPicked([]);
    },
    unpick: (id: string) => {
      setPicked((now) => now.filter((media) => media.id !== id));
      setOrder((now) => now.filter((one) => one !== id));
    },
  };
};
