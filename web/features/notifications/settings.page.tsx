// /settings/notifications: by which channels a person gets which notifications.
import { EMAILED_ANYWAY, EMAIL_TIMES } from '@camarim/contract/features/notifications/channels';
import type { NotificationGroup } from '@camarim/contract/features/notifications/kinds';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { useSession } from '../../client/session/session.ts';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import account from '../../ui/layout/account.module.css';
import { GROUP_TEXTS, groupsFor } from './groups.ts';
import { PushDevices } from './PushDevices.tsx';
import { QuietHours } from './QuietHours.tsx';
import { type NotificationSettings, settingsQuery, useSaveSettings } from './queries.ts';
import { usePushHere } from './use-push-here.ts';
import styles from './settings.module.css';

const load = () => loadPage({ optional: [settingsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.notification_settings_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const EMAIL_TEXTS = {
  now: m.notification_email_now,
  digest: m.notification_email_digest,
  off: m.notification_email_off,
} as const;

type Channels = NotificationSettings['groups'][NotificationGroup];

export default function NotificationSettingsPage() {
  const { user } = useSession();
  const { data: settings, isError, isFetching, refetch } = useQuery(settingsQuery());
  const { mutate } = useSaveSettings();
  const pushHere = usePushHere() === 'on';
  return (
    <section className={account.settings}>
      <h1 className={account.cardTitle}>{m.notification_settings_title()}</h1>
      <p className={account.intro}>{m.notification_settings_intro()}</p>
      {isError && !settings && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {settings && (
        <>
          <PushDevices />
          <div className={styles.groups}>
            {groupsFor(user).map((group) => (
              <Group
                key={group}
                group={group}
                channels={settings.groups[group]}
                pushHere={pushHere}
                onChange={(channels) =>
                  mutate({ ...settings, groups: { ...settings.groups, [group]: channels } })
                }
              />
            ))}
          </div>
          <section className={account.part}>
            <h2>{m.notification_lock()}</h2>
            <Checkbox
              label={m.notification_details()}
              checked={settings.details}
              onChange={({ currentTarget }) =>
                mutate({ ...settings, details: currentTarget.checked })
              }
            />
            <p className={account.intro}>{m.notification_details_text()}</p>
          </section>
          <QuietHours settings={settings} onChange={mutate} />
        </>
      )}
    </section>
  );
}

type GroupProps = {
  group: NotificationGroup;
  channels: Channels;
  /** Whether notifications reach this device at all. */
  pushHere: boolean;
  onChange: (channels: Channels) => void;
};

const Group = ({ group, channels, pushHere, onChange }: GroupProps) => {
  const name = GROUP_TEXTS[group]();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.name}>{name}</legend>
      <Checkbox
        label={m.notification_channel_in_app()}
        checked={channels.inApp}
        onChange={({ currentTarget }) => onChange({ ...channels, inApp: currentTarget.checked })}
      />
      {pushHere && (
        <Checkbox
          label={m.notification_channel_push()}
          checked={channels.push}
          onChange={({ currentTarget }) => onChange({ ...channels, push: currentTarget.checked })}
        />
      )}
      {EMAILED_ANYWAY.includes(group) ? (
        <p className={styles.always}>
          {m.notification_channel_email()}: {m.notification_email_always()}
        </p>
      ) : (
        <Select
          label={m.notification_email_of({ group: name })}
          value={channels.email}
          options={EMAIL_TIMES.map((time) => ({ value: time, text: EMAIL_TEXTS[time]() }))}
          onChange={({ currentTarget }) =>
            onChange({ ...channels, email: currentTarget.value as Channels['email'] })
          }
        />
      )}
    </fieldset>
  );
};
