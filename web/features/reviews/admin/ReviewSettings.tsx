// The form of the review settings, for roles that may change them, and their versions.
import { REVIEW_MODES, type ReviewMode } from '@camarim/contract/features/reviews/reasons';
import { REASON_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminPage, AdminSection, adminStyles, useRight } from '../../dsb/index.ts';
import { MODE_TEXTS } from '../words.ts';
import {
  reviewSettingsQuery,
  type ReviewSettings as Settings,
  useChangeSettings,
} from './queries.ts';
import styles from './reviews.module.css';

type ModeName = 'posts' | 'broadcasts' | 'profileImages' | 'lives';
const MODES: readonly { name: ModeName; label: () => string }[] = [
  { name: 'posts', label: m.reviews_settings_posts },
  { name: 'broadcasts', label: m.reviews_settings_broadcasts },
  { name: 'profileImages', label: m.reviews_settings_profile_images },
  { name: 'lives', label: m.reviews_settings_lives },
];

type NumberName = 'samplePercent' | 'newDays' | 'newItems' | 'strikeDays';
const NUMBERS: readonly { name: NumberName; label: () => string; min: number; max: number }[] = [
  { name: 'samplePercent', label: m.reviews_sample_percent, min: 1, max: 100 },
  { name: 'newDays', label: m.reviews_new_days, min: 0, max: 365 },
  { name: 'newItems', label: m.reviews_new_items, min: 0, max: 1_000 },
  { name: 'strikeDays', label: m.reviews_strike_days, min: 1, max: 3_650 },
];

const Fields = ({
  settings,
  disabled,
  onChange,
}: {
  settings: Settings;
  disabled: boolean;
  onChange: (part: Partial<Settings>) => void;
}) => {
  const modes = REVIEW_MODES.map((value) => ({ value, text: MODE_TEXTS[value]() }));
  return (
    <div className={styles.fields}>
      {MODES.map(({ name, label }) => (
        <Select
          key={name}
          label={label()}
          value={settings[name]}
          options={modes}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value as ReviewMode })}
        />
      ))}
      {NUMBERS.map(({ name, label, min, max }) => (
        <TextField
          key={name}
          label={label()}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          required
          disabled={disabled}
          value={String(settings[name])}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: Number(value) })}
        />
      ))}
    </div>
  );
};

const SettingsForm = ({ version, settings: given }: { version: number; settings: Settings }) => {
  const [settings, setSettings] = useState(given);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useChangeSettings();
  const mayDecide = useRight('settings.decide');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { version, settings, reason },
      { onSuccess: () => showToast(m.reviews_settings_saved(), 'success') },
    );
  };
  return (
    <form className={adminStyles.form} onSubmit={submit}>
      <Fields
        settings={settings}
        disabled={!mayDecide}
        onChange={(part) => setSettings((before) => ({ ...before, ...part }))}
      />
      {mayDecide && (
        <>
          <TextField
            label={m.reviews_settings_reason()}
            required
            maxLength={REASON_MAX}
            value={reason}
            error={explainRefusal(error)}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <div className={adminStyles.buttons}>
            <Button type="submit" variant="main" loading={isPending}>
              {m.reviews_settings_save()}
            </Button>
          </div>
        </>
      )}
    </form>
  );
};

export const ReviewSettings = () => {
  const { data, isError, isFetching, refetch } = useQuery(reviewSettingsQuery());
  return (
    <AdminPage title={m.reviews_settings_title()} note={m.reviews_settings_note()}>
      <Link to="/dsb/reviews" className={adminStyles.back}>
        {m.reviews_back()}
      </Link>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && (
        <>
          <SettingsForm key={data.version} version={data.version} settings={data.settings} />
          <AdminSection title={m.reviews_settings_history()}>
            {data.history.length === 0 && (
              <p className={adminStyles.soft}>{m.reviews_settings_built_in()}</p>
            )}
            <ul className={adminStyles.records}>
              {data.history.map(({ version, createdAt, reason, changedBy, settings }) => (
                <li key={version}>
                  <Link to={`/dsb/users/${changedBy}`}>
                    {m.reviews_settings_version({ version })}
                  </Link>
                  {' · '}
                  {MODES.map(({ name, label }) => `${label()}: ${MODE_TEXTS[settings[name]]()} · `)}
                  {reason} <span className={adminStyles.soft}>{formatMoment(createdAt)}</span>
                </li>
              ))}
            </ul>
          </AdminSection>
        </>
      )}
    </AdminPage>
  );
};
