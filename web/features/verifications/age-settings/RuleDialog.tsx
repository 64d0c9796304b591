// One place of the age rules: what it asks for, how long a proof lasts, and which verifiers count.
import { HOUR_SECONDS } from '@camarim/contract/time';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { adminStyles as styles } from '../../dsb/index.ts';
import { titleOf } from '../age/words.ts';
import own from './age-settings.module.css';
import { overlaps, readStates, type RuleGroup } from './rule-groups.ts';
import { COUNTRY, placeName, type Verifier } from './words.ts';

const HOURS = [1, 2, 4, 8, 12];

export const NEW_GROUP: RuleGroup = {
  country: '',
  states: [],
  requires: 'verified',
  proofSeconds: 12 * HOUR_SECONDS,
  methods: null,
  estimation: true,
  doubleBlind: false,
};

/** What is wrong with the place; empty when nothing is. */
const problemOf = (group: RuleGroup, statesText: string, others: readonly RuleGroup[]): string => {
  if (group.country !== '*' && !COUNTRY.test(group.country)) return m.dsb_age_country_wrong();
  if (readStates(statesText) === null) return m.dsb_age_states_wrong();
  return overlaps(group, others) ? m.dsb_age_place_taken() : '';
};

const Ways = ({
  group,
  verifiers,
  onChange,
}: {
  group: RuleGroup;
  verifiers: readonly Verifier[];
  onChange: (part: Partial<RuleGroup>) => void;
}) => {
  const { methods } = group;
  return (
    <fieldset className={own.choices}>
      <legend>{m.dsb_age_ways_accepted()}</legend>
      <Checkbox
        label={m.dsb_age_all_ways()}
        checked={methods === null}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ methods: checked ? null : verifiers.map(({ id }) => id) })
        }
      />
      {methods !== null &&
        verifiers.map((verifier) => (
          <Checkbox
            key={verifier.id}
            label={titleOf(verifier)}
            checked={methods.includes(verifier.id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                methods: checked
                  ? [...methods, verifier.id]
                  : methods.filter((id) => id !== verifier.id),
              })
            }
          />
        ))}
      <Checkbox
        label={m.dsb_age_estimates()}
        checked={group.estimation}
        onChange={({ currentTarget: { checked } }) => onChange({ estimation: checked })}
      />
      <Checkbox
        label={m.dsb_age_double_blind_only()}
        checked={group.doubleBlind}
        onChange={({ currentTarget: { checked } }) => onChange({ doubleBlind: checked })}
      />
    </fieldset>
  );
};

export const RuleDialog = ({
  group: given,
  others,
  verifiers,
  onSave,
  onClose,
}: {
  group: RuleGroup;
  /** The other places, which this one must not repeat. */
  others: readonly RuleGroup[];
  verifiers: readonly Verifier[];
  onSave: (group: RuleGroup) => void;
  onClose: () => void;
}) => {
  const [group, setGroup] = useState(given);
  const [states, setStates] = useState(given.states.join(', '));
  const [problem, setProblem] = useState('');
  const change = (part: Partial<RuleGroup>) => setGroup((before) => ({ ...before, ...part }));
  const isNew = given.country === '';
  const everywhere = group.country === '*';
  const save = () => {
    const edited = { ...group, states: everywhere ? [] : (readStates(states) ?? []) };
    const wrong = problemOf(edited, everywhere ? '' : states, others);
    setProblem(wrong);
    if (wrong === '') onSave(edited);
  };
  return (
    <Dialog title={isNew ? m.dsb_age_add_place() : placeName(given)} onClose={onClose}>
      <div className={styles.form}>
        {isNew && (
          <TextField
            label={m.dsb_age_country()}
            hint={m.dsb_age_country_hint()}
            maxLength={2}
            value={group.country}
            onChange={({ currentTarget: { value } }) => change({ country: value.toUpperCase() })}
          />
        )}
        {!everywhere && (
          <TextField
            label={m.dsb_age_states()}
            hint={m.dsb_age_states_hint()}
            value={states}
            onChange={({ currentTarget: { value } }) => setStates(value)}
          />
        )}
        <Select
          label={m.dsb_age_asks_for()}
          value={group.requires}
          options={[
            { value: 'verified', text: m.dsb_age_proof() },
            { value: 'declaration', text: m.dsb_age_declaration() },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ requires: value as RuleGroup['requires'] })
          }
        />
        {group.requires === 'verified' && (
          <>
            <Select
              label={m.dsb_age_proof_lasts()}
              value={String(group.proofSeconds)}
              options={[
                ...new Set([...HOURS.map((hours) => hours * HOUR_SECONDS), group.proofSeconds]),
              ]
                .sort((one, other) => one - other)
                .map((seconds) => ({
                  value: String(seconds),
                  text: m.dsb_age_hours({ hours: seconds / HOUR_SECONDS }),
                }))}
              onChange={({ currentTarget: { value } }) => change({ proofSeconds: Number(value) })}
            />
            <Ways group={group} verifiers={verifiers} onChange={change} />
          </>
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <p className={styles.buttons}>
          <Button onClick={onClose}>{m.cancel()}</Button>
          <Button variant="main" onClick={save}>
            {m.dsb_age_keep()}
          </Button>
        </p>
      </div>
    </Dialog>
  );
};
