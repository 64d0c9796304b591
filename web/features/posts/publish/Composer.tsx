// Writes a post: text, pictures, who sees it, what it costs.
import { IMAGE_CONTENT_TYPES, POST_TEXT_MAX, PRICE_MAX_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { ImagePlus } from 'lucide-react';
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../shell/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { usePublish } from '../queries.ts';
import { problemText } from './problem-text.ts';
import styles from './publish.module.css';
import { UploadTile } from './UploadTile.tsx';
import type { UploadItem } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** The post as it is being written. A new key for a new composer: publishing twice by accident publishes once. */
export const Composer = ({ onPublished }: { onPublished: () => void }) => {
  const [text, setText] = useState('');
  const [price, setPrice] = useState<Centavos | null>(null);
  const [audience, setAudience] = useState('public');
  const [tip, setTip] = useState(true);
  const [problem, setProblem] = useState<string>();
  const { queue, items } = useUploadQueue();
  const idempotencyKey = useRef(newIdempotencyKey());
  const publish = usePublish(idempotencyKey.current);
  const waiting = items.some(({ state }) => state !== 'done');
  const written = text.trim() !== '' || items.length > 0;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (publish.isPending) return;
    if (!written) return setProblem(m.publish_empty());
    if (price !== null && (price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS)) return;
    publish.mutate(
      { text: text.trim(), price, public: audience === 'public', tip, medias: items.flatMap(asMedia) },
      {
        onSuccess: () => {
          showToast(m.publish_done(), 'success');
          onPublished();
        },
      },
    );
  };

  const priceProblem = price !== null && (price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS) ? m.tip_limits({ min: formatMoney(PRICE_MIN_CENTAVOS), max: formatMoney(PRICE_MAX_CENTAVOS) }) : undefined;
  return (
    <form className={styles.composer} onSubmit={send} noValidate>
      <TextArea
        label={m.publish_text()}
        rows={3}
        maxLength={POST_TEXT_MAX}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Pictures items={items} queue={queue} />
      <div className={styles.options}>
        <Select
          label={m.publish_audience()}
          value={audience}
          onChange={(event) => setAudience(event.currentTarget.value)}
          options={[
            { value: 'public', text: m.publish_public() },
            { value: 'members', text: m.publish_members() },
          ]}
        />
        <CurrencyField label={m.publish_price()} hint={m.publish_price_hint({ fee: '20%' })} error={priceProblem} value={price} onChange={setPrice} />
      </div>
      <Checkbox label={m.publish_tips()} checked={tip} onChange={(event) => setTip(event.currentTarget.checked)} />
      <Button type="submit" look="main" wide busy={publish.isPending} disabled={waiting || priceProblem !== undefined}>
        {waiting ? m.publish_waiting() : m.publish_send()}
      </Button>
      <LeaveGuard written={written && !publish.isSuccess} />
    </form>
  );
};

const asMedia = ({ file, uploaded }: UploadItem) => (uploaded ? [{ key: uploaded.key, contentType: file.type, name: file.name.slice(0, 255), ...(uploaded.etag && { etag: uploaded.etag }) }] : []);

type PicturesProps = ReturnType<typeof useUploadQueue>;

const Pictures = ({ items, queue }: PicturesProps) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const add = (files: FileList | null) => {
    for (const { name, problem } of queue.add(files ?? [])) showToast(m.upload_rejected({ name, problem: problemText(problem) }), 'error');
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div className={styles.pictures}>
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <ImagePlus aria-hidden />
        <p>{m.publish_drop()}</p>
        <label htmlFor={id} className={styles.choose}>
          {m.publish_choose()}
        </label>
        <input
          id={id}
          type="file"
          multiple
          accept={IMAGE_CONTENT_TYPES.join(',')}
          className="visually-hidden"
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            // The same file may be chosen again after it was removed.
            currentTarget.value = '';
          }}
        />
        <p className={styles.hint}>{m.publish_drop_hint()}</p>
      </div>
      {items.length > 0 && (
        <ul className={styles.tiles} aria-label={m.publish_images()}>
          {items.map((item, index) => (
            <UploadTile key={item.id} item={item} index={index} queue={queue} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** Asks before what was written is lost by going elsewhere. */
const LeaveGuard = ({ written }: { written: boolean }) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => written && currentLocation.pathname !== nextLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={m.publish_leave_title()} confirmLabel={m.publish_leave()} onConfirm={() => blocker.proceed()} onClose={() => blocker.reset()}>
      {m.publish_leave_text()}
    </ConfirmDialog>
  );
};
