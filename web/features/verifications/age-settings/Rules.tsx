// The age rules by place, edited here and put in force together as the next version, with a reason.
import { REASON_MAX } from '@camarim/contract/limits';
import { useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminStyles as styles, WithRight } from '../../dsb/index.ts';
import own from './age-settings.module.css';
import { useChangeRules } from './queries.ts';
import { type AgeSettings, groupRules, type RuleGroup, rulesOf } from './rule-groups.ts';
import { NEW_GROUP, RuleDialog } from './RuleDialog.tsx';
import { placeName, ruleWords } from './words.ts';

const RuleRow = ({
  group,
  settings: { verifiers, closed },
  onEdit,
  onRemove,
}: {
  group: RuleGroup;
  settings: AgeSettings;
  onEdit: () => void;
  onRemove: () => void;
}) => {
  const name = placeName(group);
  const isClosed = closed.some(
    ({ country, state }) =>
      country === group.country &&
      (state === null ? group.states.length === 0 : group.states.includes(state)),
  );
  return (
    <li className={own.entry}>
      <div className={own.text}>
        <b>
          {name} {isClosed && <Badge variant="plain">{m.dsb_age_closed()}</Badge>}
        </b>
        <span className={styles.soft}>{ruleWords(group, verifiers)}</span>
      </div>
      <WithRight right="settings.decide">
        <div className={own.actions}>
          <Button small aria-label={m.dsb_age_edit_of({ name })} onClick={onEdit}>
            {m.dsb_age_edit()}
          </Button>
          {group.country !== '*' && (
            <Button
              small
              variant="line"
              aria-label={m.dsb_age_remove_of({ name })}
              onClick={onRemove}
            >
              {m.dsb_age_remove()}
            </Button>
          )}
        </div>
      </WithRight>
    </li>
  );
};

/** The reason, and the button that ends all proofs of the version before. */
const NextVersion = ({
  version,
  groups,
  onDone,
}: {
  version: number;
  groups: readonly RuleGroup[];
  onDone: () => void;
}) => {
  const change = useChangeRules();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const save = async () => {
    if (reason.trim() === '') return setProblem(m.dsb_reason_missing());
    try {
      await change.mutateAsync({ version, rules: rulesOf(groups), reason: reason.trim() });
      showToast(m.dsb_age_saved(), 'success');
      onDone();
    } catch (error) {
      setProblem(explainRefusal(error) ?? m.network_failed());
    }
  };
  return (
    <div className={styles.decision}>
      <TextArea
        label={m.dsb_age_reason()}
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setProblem('');
        }}
      />
      <p className={styles.soft}>{m.dsb_age_save_note()}</p>
      <p className={styles.buttons}>
        <Button variant="main" loading={change.isPending} onClick={() => void save()}>
          {m.dsb_age_save()}
        </Button>
        <Button onClick={onDone}>{m.dsb_age_discard()}</Button>
      </p>
    </div>
  );
};

const isChanged = (edited: readonly RuleGroup[], { rules }: AgeSettings): boolean =>
  JSON.stringify(rulesOf(edited)) !== JSON.stringify(rulesOf(groupRules(rules)));

export const Rules = ({ settings }: { settings: AgeSettings }) => {
  const [edited, setEdited] = useState<RuleGroup[] | null>(null);
  const [opened, setOpened] = useState<RuleGroup | null>(null);
  const groups = edited ?? groupRules(settings.rules);
  const keep = (group: RuleGroup) => {
    const known = opened !== null && groups.includes(opened);
    setEdited(known ? groups.map((one) => (one === opened ? group : one)) : [group, ...groups]);
    setOpened(null);
  };
  return (
    <>
      <ul className={own.list}>
        {groups.map((group) => (
          <RuleRow
            key={`${group.country} ${group.states.join()}`}
            group={group}
            settings={settings}
            onEdit={() => {
              setEdited(groups);
              setOpened(group);
            }}
            onRemove={() => setEdited(groups.filter((one) => one !== group))}
          />
        ))}
      </ul>
      <WithRight right="settings.decide">
        <p className={own.add}>
          <Button
            variant="line"
            onClick={() => {
              setEdited(groups);
              setOpened(NEW_GROUP);
            }}
          >
            {m.dsb_age_add_place()}
          </Button>
        </p>
        {edited && isChanged(edited, settings) && (
          <NextVersion version={settings.version} groups={edited} onDone={() => setEdited(null)} />
        )}
      </WithRight>
      {opened && (
        <RuleDialog
          group={opened}
          others={groups.filter((one) => one !== opened)}
          verifiers={settings.verifiers}
          onSave={keep}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
};
