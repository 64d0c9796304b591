// The composer of a new post: text, media, audience, price and schedule.
import { POST_TEXT_MAX, PRICE_MAX_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import { splitFee } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../shell/api/api.ts';
import { useTimeZone } from '../../../shell/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney, formatPercent } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { PerformerPicker } from '../../performers/PerformerPicker.tsx';
import { ownProfileQuery } from '../../profiles/queries.ts';
import { usePublish } from '../mutations.ts';
import { asMedia } from './attachment.ts';
import { Attachments } from './Attachments.tsx';
import { deleteDraft } from './draft.ts';
import { useComposerHandoff } from './composer-handoff.ts';
import { AT_ONCE, type Hours, hoursBody } from './hours.ts';
import { HoursFields } from './HoursFields.tsx';
import styles from './publish.module.css';
import { forgetUpload } from '../upload/unfinished.ts';
import { RestoredDraft } from './RestoredDraft.tsx';
import { isUnusual, UnusualPrice } from './UnusualPrice.tsx';
import { useAttachments } from './use-attachments.ts';
import { useDraft } from './use-draft.ts';

/**
 * The new post as it is written. One idempotency key per composer, so that a double click publishes
 * once.
 */
export const Composer = ({ onPublished }: { onPublished: () => void }) => {
  const { draft, change, restored, discard } = useDraft();
  const [asking, setAsking] = useState(false);
  const { text, price, audience, tip } = draft;
  const [problem, setProblem] = useState<string>();
  const { vault = [], at } = useComposerHandoff();
  const [hours, setHours] = useState<Hours>(at ? { ...AT_ONCE, when: 'later', at } : AT_ONCE);
  const [dated, setDated] = useState(true);
  const [appearing, setAppearing] = useState<readonly string[] | null>(null);
  const [performersMissing, setPerformersMissing] = useState(false);
  const timeZone = useTimeZone();
  const { data: me } = useQuery(ownProfileQuery());
  const { queue, attached, pick, unpick, putFirst } = useAttachments(vault);
  const idempotencyKey = useRef(newIdempotencyKey());
  const textField = useRef<HTMLTextAreaElement>(null);
  const publish = usePublish(idempotencyKey.current);
  const waiting = attached.some((one) => 'upload' in one && one.upload.state !== 'done');

  /** The request body, or null after showing what is missing. */
  const complete = () => {
    if (text.trim() === '' && attached.length === 0) {
      setProblem(m.publish_empty());
      return null;
    }
    if (price !== null && (price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS)) return null;
    const times = hoursBody(hours, { now: Date.now(), timeZone });
    setDated(times !== null);
    setPerformersMissing(appearing?.length === 0);
    return appearing?.length === 0 ? null : times;
  };

  const publishNow = () => {
    const times = complete();
    if (!times || publish.isPending) return;
    publish.mutate(
      {
        ...times,
        text: text.trim(),
        price,
        public: audience === 'public',
        tip,
        medias: attached.flatMap(asMedia),
        performerIds: [...(appearing ?? [])],
      },
      {
        onSuccess: () => {
          for (const one of attached) if ('upload' in one) forgetUpload(one.upload.file);
          deleteDraft();
          showToast(
            { now: m.publish_done, later: m.studio_scheduled, draft: m.studio_drafted }[
              hours.when
            ](),
            'success',
          );
          onPublished();
        },
      },
    );
  };

  const startOver = () => {
    discard();
    // The button with the focus is unmounted together with the notice.
    textField.current?.focus();
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!complete()) return;
    if (isUnusual(price) && hours.when !== 'draft') setAsking(true);
    else publishNow();
  };

  const priceProblem =
    price !== null && (price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS)
      ? m.tip_limits({ min: formatMoney(PRICE_MIN_CENTAVOS), max: formatMoney(PRICE_MAX_CENTAVOS) })
      : undefined;
  return (
    <form className={styles.composer} onSubmit={send} noValidate>
      {restored && <RestoredDraft price={price} onDiscard={startOver} />}
      <TextArea
        ref={textField}
        label={m.publish_text()}
        rows={3}
        maxLength={POST_TEXT_MAX}
        value={text}
        error={problem}
        onChange={(event) => {
          change({ text: event.currentTarget.value });
          setProblem(undefined);
        }}
      />
      <Attachments attached={attached} queue={queue} onFirst={putFirst} vault={{ pick, unpick }} />
      <div className={styles.options}>
        <Select
          label={m.publish_audience()}
          value={audience}
          onChange={(event) =>
            change({ audience: event.currentTarget.value === 'members' ? 'members' : 'public' })
          }
          options={[
            { value: 'public', text: m.publish_public() },
            { value: 'members', text: m.publish_members() },
          ]}
        />
        <CurrencyField
          label={m.publish_price()}
          hint={
            me &&
            (price === null
              ? m.publish_price_hint({ fee: formatPercent(me.feeBps) })
              : m.publish_price_share({ share: formatMoney(splitFee(price, me.feeBps).share) }))
          }
          error={priceProblem}
          value={price}
          onChange={(value) => change({ price: value })}
        />
      </div>
      <HoursFields
        hours={hours}
        onChange={setHours}
        error={dated ? undefined : m.studio_start_missing()}
      />
      <PerformerPicker
        chosen={appearing}
        error={performersMissing ? m.appears_missing() : undefined}
        onChange={(chosen) => {
          setAppearing(chosen);
          setPerformersMissing(false);
        }}
      />
      <Checkbox
        label={m.publish_tips()}
        checked={tip}
        onChange={(event) => change({ tip: event.currentTarget.checked })}
      />
      <Button
        type="submit"
        variant="main"
        fullWidth
        loading={publish.isPending}
        disabled={waiting || priceProblem !== undefined}
      >
        {waiting
          ? m.publish_waiting()
          : { now: m.publish_send, later: m.studio_schedule, draft: m.studio_keep_draft }[
              hours.when
            ]()}
      </Button>
      {asking && price !== null && (
        <UnusualPrice
          price={price}
          feeBps={me?.feeBps}
          onConfirm={publishNow}
          onClose={() => setAsking(false)}
        />
      )}
      <LeaveGuard
        when={attached.length > 0 && !publish.isSuccess}
        title={m.publish_leave_title()}
        confirmLabel={m.publish_leave()}
      >
        {m.publish_leave_text()}
      </LeaveGuard>
    </form>
  );
};
