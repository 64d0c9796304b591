// The mass message that is being written or changed, what keeps it from being sent, and sending it.
import { useState } from 'react';
import { useTimeZone } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { fieldOf, instantOf } from '../../../ui/fields/local-time.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Selection } from '../../lists/index.ts';
import { useContentKeys } from '../compose/use-content-keys.ts';
import { useEnclosed } from '../compose/use-enclosed.ts';
import { type GroupPriceDraft, pricesOf } from './GroupPrices.tsx';
import {
  type Broadcast,
  type NewBroadcast,
  useEditBroadcast,
  useSendBroadcast,
} from './queries.ts';

const NO_RECEIVERS: Selection = { include: [], exclude: [] };

type Problems = { selection?: string; message?: string; sendAt?: string; prices?: true };

export const useBroadcastDraft = ({
  chosen,
  broadcast,
  onClose,
}: {
  chosen: Selection | undefined;
  broadcast: Broadcast | null;
  onClose: () => void;
}) => {
  const timeZone = useTimeZone();
  /** No receiver has it yet. What is sent again has the receivers of the first. */
  const waits =
    broadcast === null || (broadcast.state === 'scheduled' && broadcast.resendOf === null);
  const [selection, setSelection] = useState<Selection>(broadcast ?? chosen ?? NO_RECEIVERS);
  const [text, setText] = useState(broadcast?.message ?? '');
  /** Null: now. */
  const [at, setAt] = useState<string | null>(
    broadcast && waits ? fieldOf(Date.parse(broadcast.sendAt), timeZone) : null,
  );
  const [prices, setPrices] = useState<GroupPriceDraft[]>(broadcast?.prices ?? []);
  const [problems, setProblems] = useState<Problems>({});
  /**
   * What waits for a yes: at once it reaches all of them, and only later there is time to cancel.
   */
  const [asked, setAsked] = useState<NewBroadcast | null>(null);
  const enclosed = useEnclosed(broadcast ?? undefined);
  const keyOf = useContentKeys<NewBroadcast>();
  const send = useSendBroadcast();
  const edit = useEditBroadcast();
  const isPending = send.isPending || edit.isPending;
  const sells = enclosed.attached.length > 0 && enclosed.price !== null;

  const done = (notice: string) => {
    enclosed.clearAll();
    showToast(notice, 'success');
    onClose();
  };
  const create = (body: NewBroadcast): void =>
    send.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: () => done(body.sendAt ? m.broadcast_planned() : m.broadcast_on_its_way()),
      },
    );
  const change = (id: Broadcast['id'], { include, exclude, sendAt, ...content }: NewBroadcast) =>
    edit.mutate(
      {
        id,
        // A past instant means now.
        body: waits
          ? { ...content, include, exclude, sendAt: sendAt ?? new Date(0).toISOString() }
          : content,
      },
      { onSuccess: () => done(m.broadcast_saved()) },
    );

  const submit = (): void => {
    if (isPending || !enclosed.ready) return;
    const message = text.trim();
    const sendAt = at === null ? null : instantOf(at, timeZone);
    const ahead = sendAt !== null && Date.parse(sendAt) > Date.now();
    const groups = sells ? pricesOf(prices) : [];
    const found: Problems = {
      ...(waits && selection.include.length === 0 && { selection: m.broadcast_choose() }),
      ...(message === '' &&
        enclosed.attached.length === 0 && { message: m.broadcast_empty_message() }),
      ...(at !== null && !ahead && { sendAt: m.studio_start_missing() }),
      ...(groups === null && { prices: true }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || groups === null) return;
    const body: NewBroadcast = {
      include: selection.include,
      exclude: selection.exclude,
      message,
      ...enclosed.parts(),
      ...(groups.length > 0 && { prices: groups }),
      ...(sendAt !== null && { sendAt }),
    };
    if (broadcast) change(broadcast.id, body);
    else if (sendAt === null) setAsked(body);
    else create(body);
  };

  return {
    waits,
    sells,
    selection,
    setSelection,
    text,
    setText,
    at,
    setAt,
    prices,
    setPrices,
    problems,
    enclosed,
    isPending,
    submit,
    /** A new message for now was submitted: it is sent after a yes. */
    asked: asked !== null,
    confirm: () => {
      if (asked) create(asked);
    },
    dismiss: () => setAsked(null),
  };
};
