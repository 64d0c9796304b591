// The form of the limits against fraud, for roles that may change them; what waits for a second
// person; and the versions.
import {
  FRAUD_GROUPS,
  FRAUD_SETTING_NAMES,
  FRAUD_SETTINGS,
  type FraudSettingName,
  type FraudSettings as Values,
} from '@camarim/contract/features/fraud/settings';
import { REASON_MAX } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import {
  AdminPage,
  AdminSection,
  adminStyles as styles,
  PersonLink,
  Proposals,
  useRight,
} from '../../dsb/index.ts';
import {
  fraudSettingsQuery,
  type FraudSettingsView,
  useSetFraudSettings,
} from './setting-queries.ts';
import { changesIn, GROUP_TEXTS, SETTING_TEXTS, valueText } from './setting-texts.ts';

const saved = {
  onSuccess: ({ waitsForSecond }: FraudSettingsView) =>
    waitsForSecond
      ? showToast(m.fraud_settings_waits())
      : showToast(m.fraud_settings_saved(), 'success'),
};

const SettingField = ({
  name,
  value,
  usual,
  disabled,
  onChange,
}: {
  name: FraudSettingName;
  value: number;
  usual: number;
  disabled: boolean;
  onChange: (value: number) => void;
}) => {
  const { unit, min, max } = FRAUD_SETTINGS[name];
  const texts = {
    label: SETTING_TEXTS[name](),
    hint: m.fraud_settings_usual({ value: valueText(name, usual) }),
  };
  if (unit === 'flag')
    return (
      <Select
        {...texts}
        value={String(value)}
        options={[1, 0].map((each) => ({ value: String(each), text: valueText(name, each) }))}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    );
  if (unit === 'centavos')
    return (
      <CurrencyField
        {...texts}
        value={centavos(value)}
        disabled={disabled}
        onChange={(amount) => onChange(amount ?? 0)}
      />
    );
  return (
    <TextField
      {...texts}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      required
      disabled={disabled}
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  );
};

const Fields = ({
  values,
  usual,
  disabled,
  onChange,
}: {
  values: Values;
  usual: Values;
  disabled: boolean;
  onChange: (part: Partial<Values>) => void;
}) =>
  FRAUD_GROUPS.map((group) => (
    <AdminSection key={group} title={GROUP_TEXTS[group]()}>
      <div className={styles.filters}>
        {FRAUD_SETTING_NAMES.filter((name) => FRAUD_SETTINGS[name].group === group).map((name) => (
          <SettingField
            key={name}
            name={name}
            value={values[name]}
            usual={usual[name]}
            disabled={disabled}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </AdminSection>
  ));

/** What another person changed while this form was edited. */
const Changed = ({ read, view }: { read: FraudSettingsView; view: FraudSettingsView }) => (
  <NoticeBox>
    <p>{m.fraud_settings_changed_by_other()}</p>
    <ul>
      {changesIn(read.values, view.values).map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  </NoticeBox>
);

const SettingsForm = ({ view }: { view: FraudSettingsView }) => {
  const { mutate, isPending, error } = useSetFraudSettings();
  // Only what was typed is kept here, so that it stays beside the values of a newer version.
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [reason, setReason] = useState('');
  /** The version that was there when the first value was typed. */
  const [read, setRead] = useState(view);
  const mayDecide = useRight('money.decide');
  const values = { ...view.values, ...typed };
  const isTyped = Object.keys(typed).length > 0;
  const isChanged = isTyped && read.version !== view.version;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { version: view.version, values, reason },
      {
        onSuccess: (stored) => {
          saved.onSuccess(stored);
          if (stored.waitsForSecond) return;
          setTyped({});
          setReason('');
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Fields
        values={values}
        usual={view.usual}
        disabled={!mayDecide}
        onChange={(part) => {
          if (!isTyped) setRead(view);
          setTyped((before) => ({ ...before, ...part }));
        }}
      />
      {mayDecide && (
        <div className={styles.form}>
          {isChanged && <Changed read={read} view={view} />}
          <TextField
            label={m.fraud_settings_reason()}
            required
            maxLength={REASON_MAX}
            value={reason}
            error={explainRefusal(error)}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" variant="main" loading={isPending}>
              {m.fraud_settings_save()}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
};

const Proposed = ({
  view: { version, values: inForce, proposals },
}: {
  view: FraudSettingsView;
}) => {
  const { mutate, isPending, error } = useSetFraudSettings();
  return (
    <Proposals
      proposals={proposals}
      right="money.decide"
      words={({ values }) => changesIn(inForce, values)}
      pending={isPending}
      problem={explainRefusal(error)}
      onAgree={({ values, reason }) => mutate({ version, values, reason }, saved)}
    />
  );
};

/** Each version with what it changed in the one before. */
const History = ({ view: { history, usual } }: { view: FraudSettingsView }) => (
  <AdminSection title={m.fraud_settings_history()}>
    {history.length === 0 && <p className={styles.soft}>{m.fraud_settings_none()}</p>}
    <ul className={styles.records}>
      {history.map(({ version, values, reason, createdAt, changedBy }, index) => (
        <li key={version}>
          {m.fraud_settings_version({ version })}
          {changedBy && (
            <>
              {' · '}
              <PersonLink profile={changedBy} />
            </>
          )}{' '}
          <span className={styles.soft}>{formatMoment(createdAt)}</span>
          <br />
          {[...changesIn(history[index + 1]?.values ?? usual, values), reason].join(' · ')}
        </li>
      ))}
    </ul>
  </AdminSection>
);

export const FraudSettings = () => {
  const { data: view, isError, isFetching, refetch } = useQuery(fraudSettingsQuery());
  return (
    <AdminPage title={m.fraud_settings_title()} note={m.fraud_settings_note()}>
      <Link to="/dsb/fraud" className={styles.back}>
        {m.fraud_settings_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!view && !isError && <Spinner />}
      {view && (
        <>
          <Proposed view={view} />
          <SettingsForm view={view} />
          <History view={view} />
        </>
      )}
    </AdminPage>
  );
};
