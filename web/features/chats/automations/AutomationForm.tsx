// Writes or changes an automation: when it sends, after how long, the text, media and their price.
import {
  AUTOMATION_DELAY_MINUTES_MAX,
  AUTOMATION_PERIOD_MAX,
  MESSAGE_MAX,
  NAME_PLACEHOLDER,
} from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { listsQuery } from '../../lists/index.ts';
import { AttachButton } from '../compose/AttachButton.tsx';
import { EnclosedMedias } from '../compose/EnclosedMedias.tsx';
import { useEnclosed } from '../compose/use-enclosed.ts';
import { useContentKeys } from '../compose/use-content-keys.ts';
import {
  type AutomationDraft,
  bodyOf,
  draftOf,
  hasPeriod,
  problemsOf,
  type Unit,
  UNIT_MINUTES,
  UNITS,
} from './draft.ts';
import { type Automation, type AutomationBody, useSaveAutomation } from './queries.ts';
import { TRIGGERS, UNIT_TEXTS } from './texts.ts';
import styles from './automations.module.css';

export const AutomationForm = ({
  automation,
  onClose,
}: {
  /** Null: a new one. */
  automation: Automation | null;
  onClose: () => void;
}) => {
  const [draft, setDraft] = useState(() => draftOf(automation));
  const [tried, setTried] = useState(false);
  const enclosed = useEnclosed(automation ?? undefined);
  const keyOf = useContentKeys<AutomationBody>();
  const save = useSaveAutomation();
  const change = (part: Partial<AutomationDraft>) => setDraft({ ...draft, ...part });
  const empty = draft.text.trim() === '' && enclosed.attached.length === 0;
  const problems = problemsOf(draft);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (save.isPending || !enclosed.ready || empty || problems.period || problems.delay) return;
    const { medias = [], price = null, free = [] } = enclosed.parts();
    const enabled = automation?.enabled ?? true;
    const body = { ...bodyOf(draft), medias, price, free, enabled };
    save.mutate(
      { id: automation?.id, body, idempotencyKey: keyOf(body) },
      {
        onSuccess: () => {
          enclosed.clearAll();
          showToast(m.automation_saved(), 'success');
          onClose();
        },
      },
    );
  };

  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={automation ? m.automation_edit_title() : m.automation_new()}
    >
      <WhenFields draft={draft} change={change} problems={tried ? problems : null} />
      <ListField listId={draft.listId} onChange={(listId) => change({ listId })} />
      <TextArea
        label={m.chat_write()}
        hint={m.automation_text_hint({ placeholder: NAME_PLACEHOLDER })}
        rows={4}
        maxLength={MESSAGE_MAX}
        value={draft.text}
        error={tried && empty ? m.broadcast_empty_message() : undefined}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <div className={styles.attach}>
        <AttachButton enclosed={enclosed} />
        <span aria-hidden>{m.broadcast_attach()}</span>
      </div>
      <EnclosedMedias enclosed={enclosed} lockable={false} />
      <p role="alert" className={styles.problem}>
        {save.error && explainRefusal(save.error)}
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={save.isPending}>
          {m.cancel()}
        </Button>
        <Button type="submit" variant="main" loading={save.isPending} disabled={!enclosed.ready}>
          {automation ? m.automation_save() : m.automation_create()}
        </Button>
      </div>
    </form>
  );
};

/** Lists by places are not offered: the log would tell where single people live. */
const ListField = ({
  listId,
  onChange,
}: {
  listId: string;
  onChange: (listId: string) => void;
}) => {
  const { data: lists = [] } = useQuery(listsQuery());
  const offered = lists.filter(({ rule }) => rule?.kind !== 'place');
  const deleted = listId !== '' && !offered.some(({ id }) => id === listId);
  return (
    <Select
      label={m.automation_list()}
      hint={listId === '' ? undefined : m.automation_list_hint()}
      value={listId}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[
        { value: '', text: m.automation_list_all() },
        ...(deleted ? [{ value: listId, text: m.lists_deleted() }] : []),
        ...offered.map(({ id, name }) => ({ value: id, text: name })),
      ]}
    />
  );
};

const WhenFields = ({
  draft,
  change,
  problems,
}: {
  draft: AutomationDraft;
  change: (part: Partial<AutomationDraft>) => void;
  /** Null until sending was tried. */
  problems: ReturnType<typeof problemsOf> | null;
}) => {
  const { trigger, period, repeats, delay, unit } = draft;
  return (
    <>
      <Select
        label={m.automation_trigger()}
        value={trigger}
        onChange={({ currentTarget }) =>
          change({ trigger: currentTarget.value as Automation['trigger'] })
        }
        options={Object.entries(TRIGGERS).map(([value, text]) => ({ value, text: text() }))}
      />
      {hasPeriod(trigger) && (
        <TextField
          label={trigger === 'birthday' ? m.automation_months() : m.automation_silent_days()}
          type="number"
          inputMode="numeric"
          min={1}
          max={AUTOMATION_PERIOD_MAX}
          value={period}
          error={problems?.period ? m.automation_whole({ max: AUTOMATION_PERIOD_MAX }) : undefined}
          onChange={({ currentTarget }) => change({ period: currentTarget.value })}
        />
      )}
      {trigger === 'birthday' && (
        <Checkbox
          label={m.automation_repeats()}
          checked={repeats}
          onChange={() => change({ repeats: !repeats })}
        />
      )}
      <div className={styles.pair}>
        <TextField
          label={m.automation_delay()}
          hint={m.automation_delay_hint()}
          type="number"
          inputMode="numeric"
          min={0}
          max={AUTOMATION_DELAY_MINUTES_MAX / UNIT_MINUTES[unit]}
          value={delay}
          error={
            problems?.delay
              ? m.automation_delay_wrong({
                  days: AUTOMATION_DELAY_MINUTES_MAX / UNIT_MINUTES.days,
                })
              : undefined
          }
          onChange={({ currentTarget }) => change({ delay: currentTarget.value })}
        />
        <Select
          label={m.automation_unit()}
          value={unit}
          onChange={({ currentTarget }) => change({ unit: currentTarget.value as Unit })}
          options={UNITS.map((value) => ({ value, text: UNIT_TEXTS[value]() }))}
        />
      </div>
    </>
  );
};
