// What a producer sends with a message: media, their price, which are free, and whether the text is
// sold with them, and who appears in them.
import type { Centavos } from '@camarim/contract/money';
import { PRICE_MAX_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  asMedia,
  forgetUpload,
  type OwnMedia,
  problemText,
  useAttachments,
} from '../../media/index.ts';
import type { Draft } from '../conversation/outbox.ts';
import { refusalOf, refusalText } from './accept.ts';

/** What a message has that is changed; `free` are places of its media. */
export type Contents = {
  medias: readonly OwnMedia[];
  price: Centavos | null;
  lockText?: boolean;
  free: readonly number[];
};

const NOTHING: Contents = { medias: [], price: null, free: [] };

export const useEnclosed = (initial = NOTHING) => {
  const attachments = useAttachments(
    initial.medias,
    initial.medias.map(({ id }) => id),
  );
  const { attached, queue } = attachments;
  const [price, setPrice] = useState(initial.price);
  const [lockText, setLockText] = useState(initial.lockText ?? false);
  const [free, setFree] = useState<ReadonlySet<string>>(
    () => new Set(initial.free.flatMap((place) => initial.medias[place]?.id ?? [])),
  );
  /** Null: the author alone. */
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const uploading = attached.some((one) => 'upload' in one && one.upload.state !== 'done');
  const allFree = attached.length > 0 && attached.every(({ id }) => free.has(id));

  /** One file at a time. */
  const add = (file: File) => {
    const refusal = refusalOf(file);
    if (refusal) return showToast(refusalText(refusal), 'error');
    const medias = attached.filter((one) => 'media' in one).length;
    for (const { name, problem } of queue.add([file], { medias, audio: false }))
      showToast(m.upload_rejected({ name, problem: problemText(problem) }), 'error');
  };

  const priceProblem = (): string | undefined => {
    if (attached.length === 0 || price === null) return undefined;
    if (price < PRICE_MIN_CENTAVOS)
      return m.chat_price_min({ min: formatMoney(PRICE_MIN_CENTAVOS) });
    if (price > PRICE_MAX_CENTAVOS)
      return m.chat_price_max({ max: formatMoney(PRICE_MAX_CENTAVOS) });
    return allFree ? m.chat_price_all_free() : undefined;
  };
  const problem = priceProblem();
  const performersMissing = attached.length > 0 && performers?.length === 0;

  const parts = (): Pick<Draft, 'medias' | 'performerIds' | 'price' | 'lockText' | 'free'> => {
    const medias = attached.flatMap(asMedia);
    if (medias.length === 0) return {};
    return {
      medias: medias as NonNullable<Draft['medias']>,
      ...(performers && { performerIds: performers as NonNullable<Draft['performerIds']> }),
      ...(price !== null && {
        price,
        lockText,
        free: attached.flatMap(({ id }, place) => (free.has(id) ? place : [])),
      }),
    };
  };
  const clearAll = () => {
    for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
    attachments.clear();
    setPrice(null);
    setPerformers(null);
    setLockText(false);
    setFree(new Set());
  };

  return {
    ...attachments,
    add,
    price,
    setPrice,
    lockText,
    setLockText,
    performers,
    setPerformers,
    /** Others appear, and no performer is chosen. */
    performersMissing,
    free,
    toggleFree: (id: string) =>
      setFree((now) =>
        now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]),
      ),
    uploading,
    problem,
    /** Nothing keeps it from being sent. */
    ready: !uploading && problem === undefined && !performersMissing,
    /** Their part of the message's body. */
    parts,
    /** Nothing is enclosed any more. */
    clearAll,
    /** Their part of the message's body, and then nothing is enclosed any more. */
    take: () => {
      const taken = parts();
      clearAll();
      return taken;
    },
  };
};

export type Enclosures = ReturnType<typeof useEnclosed>;
