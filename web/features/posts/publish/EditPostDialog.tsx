// Edits an own post: text, audience, price, schedule, performers and media.
import { POST_TEXT_MAX, PRICE_MAX_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../shell/api/api.ts';
import { ApiError } from '../../../shell/api/errors.ts';
import { useTimeZone } from '../../../shell/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  EditPostPerformers,
  type PerformerSelection,
} from '../../performers/EditPostPerformers.tsx';
import { ownProfileQuery } from '../../profiles/queries.ts';
import type { Post } from '../post-cache.ts';
import { forgetUpload } from '../upload/unfinished.ts';
import { asMedia } from './attachment.ts';
import { Captions } from './Captions.tsx';
import { EditMedias } from './EditMedias.tsx';
import { useAddMedias, useEditPost } from './queries.ts';
import { HoursFields } from './HoursFields.tsx';
import { fieldOf, type Hours, hoursBody } from './hours.ts';
import styles from './publish.module.css';
import { isUnusual, UnusualPrice } from './UnusualPrice.tsx';
import { useAttachments } from './use-attachments.ts';

const hoursOf = (post: Post, timeZone: string): Hours => {
  const waits = Date.parse(post.startWhen) > Date.now();
  return {
    when: post.draft ? 'draft' : waits ? 'later' : 'now',
    at: waits ? fieldOf(post.startWhen, timeZone) : '',
    days: post.activeDays,
  };
};

export default function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [text, setText] = useState(post.text);
  const [price, setPrice] = useState<Centavos | null>(
    post.price === null ? null : centavos(post.price),
  );
  const [audience, setAudience] = useState(post.public ? 'public' : 'members');
  const [tip, setTip] = useState(post.tip);
  const timeZone = useTimeZone();
  const [hours, setHours] = useState(() => hoursOf(post, timeZone));
  const [started] = useState(() => !post.draft && Date.parse(post.startWhen) <= Date.now());
  const [dated, setDated] = useState(true);
  const [appearing, setAppearing] = useState<PerformerSelection>();
  const [asking, setAsking] = useState(false);
  const { data: me } = useQuery(ownProfileQuery());
  const edit = useEditPost(post.id);
  const adding = useAttachments([]);
  const { attached } = adding;
  const waiting = attached.some((one) => 'upload' in one && one.upload.state !== 'done');
  // One idempotency key per set of new media.
  const names = attached.map(({ id }) => id).join();
  const idempotencyKey = useRef(newIdempotencyKey());
  useEffect(() => {
    idempotencyKey.current = newIdempotencyKey();
  }, [names]);
  const add = useAddMedias(post.id);
  const loading = edit.isPending || add.isPending;
  const fields = edit.error instanceof ApiError ? edit.error.fields : {};
  const priced = price === null || (price >= PRICE_MIN_CENTAVOS && price <= PRICE_MAX_CENTAVOS);

  const saveAll = () => {
    const body = started
      ? { activeDays: hours.days }
      : hoursBody(hours, { now: Date.now(), timeZone });
    setDated(body !== null);
    if (!body || !priced || loading || appearing?.length === 0) return;
    // The end is sent only when it was changed, because a fixed end has no number of days.
    const { activeDays, ...start } = body;
    const save = () =>
      edit.mutate(
        {
          text: text.trim(),
          price,
          public: audience === 'public',
          tip,
          ...start,
          ...(appearing !== undefined && { performerIds: [...(appearing ?? [])] }),
          ...(activeDays !== post.activeDays && { activeDays, expiration: null }),
        },
        {
          onSuccess: () => {
            showToast(m.studio_saved(), 'success');
            onClose();
          },
        },
      );
    if (attached.length === 0) return save();
    add.mutate(
      { medias: attached.flatMap(asMedia), idempotencyKey: idempotencyKey.current },
      {
        onSuccess: () => {
          for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
          adding.clear();
          save();
        },
      },
    );
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isUnusual(price) && price !== post.price && priced) setAsking(true);
    else saveAll();
  };
  return (
    <Dialog title={m.studio_edit()} size="wallet" onClose={onClose} closable={!loading}>
      <form className={styles.edit} onSubmit={send} noValidate>
        <TextArea
          label={m.publish_text()}
          rows={5}
          maxLength={POST_TEXT_MAX}
          value={text}
          error={
            fields['text']?.message ??
            (edit.error instanceof ApiError && Object.keys(fields).length === 0
              ? edit.error.message
              : undefined)
          }
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <EditMedias post={post} adding={adding} />
        <Captions post={post} />
        <div className={styles.options}>
          <Select
            label={m.publish_audience()}
            value={audience}
            onChange={({ currentTarget: { value } }) => setAudience(value)}
            options={[
              { value: 'public', text: m.publish_public() },
              { value: 'members', text: m.publish_members() },
            ]}
          />
          <CurrencyField
            label={m.publish_price()}
            hint={m.studio_price_hint()}
            error={
              priced
                ? fields['price']?.message
                : m.tip_limits({
                    min: formatMoney(PRICE_MIN_CENTAVOS),
                    max: formatMoney(PRICE_MAX_CENTAVOS),
                  })
            }
            value={price}
            onChange={setPrice}
          />
        </div>
        <HoursFields
          hours={hours}
          onChange={setHours}
          started={started}
          error={dated ? fields['startWhen']?.message : m.studio_start_missing()}
        />
        <EditPostPerformers
          post={post}
          changed={appearing}
          onChange={setAppearing}
          error={fields['performerIds']?.message}
        />
        <Checkbox
          label={m.publish_tips()}
          checked={tip}
          onChange={(event) => setTip(event.currentTarget.checked)}
        />
        <Button type="submit" variant="main" fullWidth loading={loading} disabled={waiting}>
          {waiting ? m.publish_waiting() : m.studio_save()}
        </Button>
      </form>
      {asking && price !== null && (
        <UnusualPrice
          price={price}
          feeBps={me?.feeBps}
          onConfirm={saveAll}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}
