// What shows cost and who may enter them.
import {
  LIVE_GROUP_MAX,
  LIVE_GROUP_MIN,
  LIVE_MINIMUM_MINUTES_MAX,
  LIVE_MINUTE_MAX_CENTAVOS,
  LIVE_MINUTE_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import { LIVE_CHARGES, LIVE_ENTRIES } from '@camarim/contract/features/lives/charges';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { listsQuery } from '../../lists/index.ts';
import {
  type CameraSettings as Settings,
  cameraSettingsQuery,
  useSaveCameraSettings,
} from './queries.ts';
import { HiddenPlacesLink } from './WordsAndPlaces.tsx';
import styles from './settings.module.css';

const CHARGES = {
  free: { title: m.charge_free, text: m.charge_free_text },
  minute: { title: m.charge_minute, text: m.charge_minute_text },
  ticket: { title: m.charge_ticket, text: m.charge_ticket_text },
  group: { title: m.charge_group, text: m.charge_group_text },
};
const ENTRIES: Record<Settings['entry'], () => string> = {
  everyone: m.entry_everyone,
  followers: m.entry_followers,
  members: m.entry_members,
  subscribers: m.entry_subscribers,
  list: m.entry_list,
  spenders: m.entry_spenders,
};

type Change = (part: Partial<Settings>) => void;
type Errors = Readonly<Record<string, string | undefined>>;
type PartProps = { settings: Settings; set: Change; errors: Errors };

export const CameraSettings = () => {
  const { data, isError, isFetching, refetch } = useQuery(cameraSettingsQuery());
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  return data ? <Form saved={data} /> : null;
};

const minutePriceHint = (): string =>
  m.settings_minute_range({
    min: formatMoney(LIVE_MINUTE_MIN_CENTAVOS),
    max: formatMoney(LIVE_MINUTE_MAX_CENTAVOS),
  });

/**
 * What is saved: of what the form does not show, because another way to charge or to enter is
 * chosen, what was saved before. A refusal of it could not be seen.
 */
const shownPart = (settings: Settings, saved: Settings): Settings => {
  const { partyCharge, entry } = settings;
  const hasTicket = partyCharge === 'ticket' || partyCharge === 'group';
  return {
    ...settings,
    ...(partyCharge !== 'minute' && { partyPricePerMinute: saved.partyPricePerMinute }),
    ...(!hasTicket && { ticketPrice: saved.ticketPrice }),
    ...(partyCharge !== 'group' && { groupSize: saved.groupSize }),
    ...(entry !== 'list' && { entryListId: saved.entryListId }),
    ...(entry !== 'spenders' && { entrySpentAtLeast: saved.entrySpentAtLeast }),
  };
};

const Form = ({ saved }: { saved: Settings }) => {
  const [settings, setSettings] = useState(saved);
  const save = useSaveCameraSettings();
  const set: Change = (part) => setSettings((before) => ({ ...before, ...part }));
  const body = shownPart(settings, saved);
  const changed = JSON.stringify(body) !== JSON.stringify(saved);
  const refused = save.error instanceof ApiError ? save.error : null;
  const errors: Errors = Object.fromEntries(
    Object.entries(refused?.fields ?? {}).map(([name, { message }]) => [name, message]),
  );
  const form = useRef<HTMLFormElement>(null);
  // The button may be some screens below what is wrong.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(body, { onSuccess: () => showToast(m.settings_saved(), 'success') });
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Party settings={settings} set={set} errors={errors} />
      <Private settings={settings} set={set} errors={errors} />
      <Entry settings={settings} set={set} errors={errors} />
      <Checkbox
        label={m.settings_recorded()}
        checked={settings.recorded}
        onChange={() => set({ recorded: !settings.recorded })}
      />
      <p role="alert" className={styles.problem}>
        {refused && Object.keys(errors).length === 0 ? refused.message : ''}
      </p>
      <Button type="submit" variant="main" loading={save.isPending} disabled={!changed}>
        {m.settings_save()}
      </Button>
    </form>
  );
};

const Party = ({ settings, set, errors }: PartProps) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{m.settings_party()}</legend>
    <RadioCards
      name="partyCharge"
      legend={m.settings_party_charge()}
      options={LIVE_CHARGES.map((key) => ({
        key,
        title: CHARGES[key].title(),
        text: CHARGES[key].text(),
      }))}
      chosen={settings.partyCharge}
      onChoose={(partyCharge) => set({ partyCharge })}
    />
    {settings.partyCharge === 'minute' && (
      <CurrencyField
        label={m.settings_minute_price()}
        hint={minutePriceHint()}
        error={errors['partyPricePerMinute']}
        value={settings.partyPricePerMinute}
        onChange={(partyPricePerMinute) => set({ partyPricePerMinute })}
      />
    )}
    {(settings.partyCharge === 'ticket' || settings.partyCharge === 'group') && (
      <CurrencyField
        label={m.settings_ticket_price()}
        error={errors['ticketPrice']}
        value={settings.ticketPrice}
        onChange={(ticketPrice) => set({ ticketPrice })}
      />
    )}
    {settings.partyCharge === 'group' && (
      <NumberField
        label={m.settings_group_size()}
        hint={m.settings_group_hint()}
        error={errors['groupSize']}
        min={LIVE_GROUP_MIN}
        max={LIVE_GROUP_MAX}
        value={settings.groupSize}
        onChange={(groupSize) => set({ groupSize })}
      />
    )}
    <Checkbox
      label={m.settings_party_calls()}
      checked={settings.partyCalls}
      onChange={() => set({ partyCalls: !settings.partyCalls })}
    />
  </fieldset>
);

const Private = ({ settings, set, errors }: PartProps) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{m.settings_private()}</legend>
    <CurrencyField
      label={m.settings_private_price()}
      hint={m.settings_private_hint()}
      error={errors['privatePricePerMinute']}
      value={settings.privatePricePerMinute}
      onChange={(privatePricePerMinute) => set({ privatePricePerMinute })}
    />
    <NumberField
      label={m.settings_minimum()}
      hint={m.settings_minimum_hint()}
      error={errors['minimumMinutes']}
      min={1}
      max={LIVE_MINIMUM_MINUTES_MAX}
      value={settings.minimumMinutes}
      onChange={(value) => value !== null && set({ minimumMinutes: value })}
    />
    <CurrencyField
      label={m.settings_spy()}
      hint={m.settings_spy_hint()}
      error={errors['spyPricePerMinute']}
      value={settings.spyPricePerMinute}
      onChange={(spyPricePerMinute) => set({ spyPricePerMinute })}
    />
    <Checkbox
      label={m.settings_reverse()}
      checked={settings.reverseCamera}
      onChange={() => set({ reverseCamera: !settings.reverseCamera })}
    />
    <Checkbox
      label={m.settings_pauses()}
      checked={settings.pausesParty}
      onChange={() => set({ pausesParty: !settings.pausesParty })}
    />
  </fieldset>
);

const Entry = ({ settings, set, errors }: PartProps) => {
  const { data: lists = [] } = useQuery(listsQuery());
  const chosen = lists.find(({ id }) => id === settings.entryListId);
  // A list that was saved before its rule asked for a place: the API lets no one in by it.
  const byPlace = chosen?.rule?.kind === 'place' ? m.settings_entry_by_place() : undefined;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{m.settings_entry()}</legend>
      <Select
        label={m.settings_entry_who()}
        value={settings.entry}
        onChange={({ currentTarget }) => set({ entry: currentTarget.value as Settings['entry'] })}
        options={LIVE_ENTRIES.map((value) => ({ value, text: ENTRIES[value]() }))}
      />
      {settings.entry === 'list' && (
        <Select
          label={m.settings_entry_list()}
          error={byPlace ?? errors['entryListId']}
          value={settings.entryListId ?? ''}
          onChange={({ currentTarget }) =>
            set({ entryListId: (currentTarget.value || null) as Settings['entryListId'] })
          }
          options={[
            { value: '', text: m.settings_entry_choose() },
            ...lists.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      )}
      {settings.entry === 'spenders' && (
        <CurrencyField
          label={m.settings_entry_spent()}
          error={errors['entrySpentAtLeast']}
          value={settings.entrySpentAtLeast}
          onChange={(entrySpentAtLeast) => set({ entrySpentAtLeast })}
        />
      )}
      <HiddenPlacesLink />
    </fieldset>
  );
};

const NumberField = ({
  value,
  onChange,
  ...rest
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  min: number;
  max: number;
  value: number | null;
  /** Null: it is empty, which its owner may ignore; then the number is there again afterwards. */
  onChange: (value: number | null) => void;
}) => {
  const [cleared, setCleared] = useState(false);
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      value={cleared ? '' : (value ?? '')}
      onBlur={() => setCleared(false)}
      onChange={({ currentTarget }) => {
        setCleared(currentTarget.value === '');
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value));
      }}
    />
  );
};
