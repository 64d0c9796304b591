// Writes a mass message, or changes one: to whom, the text, media and their prices, now or at a
// time.
import { BROADCAST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTimeZone } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatZone } from '../../../ui/display/days.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { fieldOf } from '../../../ui/fields/local-time.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { countQuery, type Selection, SelectionFields } from '../../lists/index.ts';
import { AttachButton } from '../compose/AttachButton.tsx';
import { EnclosedMedias } from '../compose/EnclosedMedias.tsx';
import { BroadcastText } from './BroadcastText.tsx';
import { GroupPrices } from './GroupPrices.tsx';
import type { Broadcast } from './queries.ts';
import { useBroadcastDraft } from './use-broadcast-draft.ts';
import styles from './broadcasts.module.css';

/** How many the message is sent to, when that is known for sure. */
const useSendLabel = (selection: Selection): string => {
  const { data } = useQuery(countQuery(selection));
  if (!data?.complete || data.fewerThan !== null || data.count === 0) return m.chat_send();
  return data.count === 1
    ? m.broadcast_send_one()
    : m.broadcast_send({ count: formatCount(data.count) });
};

type Props = {
  chosen?: Selection | undefined;
  /** One that is changed; null: a new one. */
  broadcast?: Broadcast | null;
  onClose: () => void;
};

export const BroadcastForm = ({ chosen, broadcast = null, onClose }: Props) => {
  const draft = useBroadcastDraft({ chosen, broadcast, onClose });
  const { selection, enclosed, problems, at } = draft;
  const sendLabel = useSendLabel(selection);
  const submitLabel = at === null ? sendLabel : m.studio_schedule();
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          draft.submit();
        }}
        noValidate
        aria-label={broadcast ? m.broadcast_edit_title() : m.broadcast_new()}
      >
        {draft.waits ? (
          <SelectionFields
            selection={selection}
            onChange={draft.setSelection}
            error={problems.selection}
          />
        ) : (
          <p className={styles.soft}>{m.broadcast_edit_text()}</p>
        )}
        <BroadcastText text={draft.text} onChange={draft.setText} error={problems.message} />
        <div className={styles.attach}>
          <AttachButton enclosed={enclosed} />
          <span aria-hidden>{m.broadcast_attach()}</span>
        </div>
        <EnclosedMedias enclosed={enclosed} />
        {draft.waits && draft.sells && (
          <GroupPrices
            drafts={draft.prices}
            onChange={draft.setPrices}
            tried={problems.prices === true}
          />
        )}
        {draft.waits && <WhenField at={at} onChange={draft.setAt} error={problems.sendAt} />}
        <div className={styles.actions}>
          <Button onClick={onClose} disabled={draft.isPending}>
            {m.cancel()}
          </Button>
          <Button type="submit" variant="main" loading={draft.isPending} disabled={!enclosed.ready}>
            {broadcast ? m.broadcast_save() : submitLabel}
          </Button>
        </div>
      </form>
      {draft.asked && (
        <ConfirmDialog
          title={m.broadcast_confirm_title()}
          confirmLabel={sendLabel}
          onConfirm={draft.confirm}
          onClose={draft.dismiss}
        >
          <p>{m.broadcast_confirm_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const WhenField = ({
  at,
  onChange,
  error,
}: {
  at: string | null;
  onChange: (at: string | null) => void;
  error: string | undefined;
}) => {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return (
    <>
      <Checkbox
        label={m.broadcast_later()}
        checked={at !== null}
        onChange={() => onChange(at === null ? fieldOf(now + DAY_MS, timeZone) : null)}
      />
      {at !== null && (
        <TextField
          label={m.studio_start()}
          hint={formatZone(timeZone, now)}
          error={error}
          type="datetime-local"
          min={fieldOf(now, timeZone)}
          max={fieldOf(now + BROADCAST_AHEAD_DAYS_MAX * DAY_MS, timeZone)}
          value={at}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  );
};
