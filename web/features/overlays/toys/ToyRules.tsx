// What moves toys: levels of tips by their amount, and items of the menu.
import type { Routes } from '@camarim/contract';
import {
  TOY_LEVELS_MAX,
  TOY_SECONDS_MAX,
  TOY_SECONDS_MIN,
  TOY_STRENGTH_MAX,
} from '@camarim/contract/features/overlays/limits';
import type { BodyInput } from '@camarim/contract/route';
import { centavos } from '@camarim/contract/money';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Toy, useToy } from '../queries.ts';
import styles from '../overlays.module.css';

type Rules = BodyInput<Routes['PUT /overlays/toy/rules']>;
type Action = Pick<Rules['levels'][number], 'motion' | 'strength' | 'seconds'>;

const MOTIONS = { vibrate: m.toy_vibrate, rotate: m.toy_rotate };
const isMotion = (value: string): value is Action['motion'] => value in MOTIONS;
const FIRST: Action = { motion: 'vibrate', strength: 5, seconds: 5 };
const FIRST_CENTAVOS = 500;
const STEP = 2;

/** Levels have no id, so each has a key of its own while it is edited. */
type EditedLevel = Rules['levels'][number] & { key: string };
const withKeys = (levels: Rules['levels']): EditedLevel[] =>
  levels.map((level) => ({ ...level, key: crypto.randomUUID() }));
const withoutKeys = (levels: readonly EditedLevel[]): Rules['levels'] =>
  levels.map(({ key: _key, ...level }) => level);

export const ToyRules = ({ saved }: { saved: Toy }) => {
  const [levels, setLevels] = useState(() => withKeys(saved.levels));
  const [items, setItems] = useState<Rules['items']>(saved.items);
  const { setRules } = useToy();
  const changed =
    JSON.stringify([withoutKeys(levels), items]) !== JSON.stringify([saved.levels, saved.items]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRules.mutate(
      { levels: withoutKeys(levels), items },
      {
        onSuccess: ({ levels: sorted }) => {
          setLevels(withKeys(sorted));
          showToast(m.toy_saved(), 'success');
        },
      },
    );
  };
  const highest = Math.max(0, ...levels.map(({ from }) => from));
  const rest = saved.menu.filter(({ id }) => !items.some(({ itemId }) => itemId === id));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3 className={styles.heading}>{m.toy_levels()}</h3>
      <p className={styles.soft}>{m.toy_levels_text()}</p>
      {levels.map((level, index) => (
        <Rule
          key={level.key}
          action={level}
          onChange={(action) =>
            setLevels(levels.map((each, at) => (at === index ? { ...each, ...action } : each)))
          }
          onRemove={() => setLevels(levels.filter((_, at) => at !== index))}
        >
          <CurrencyField
            label={m.toy_from()}
            value={centavos(level.from)}
            onChange={(from) =>
              setLevels(
                levels.map((each, at) => (at === index ? { ...each, from: from ?? 0 } : each)),
              )
            }
          />
        </Rule>
      ))}
      <div className={styles.buttons}>
        <Button
          variant="line"
          small
          disabled={levels.length >= TOY_LEVELS_MAX}
          onClick={() =>
            setLevels([
              ...levels,
              ...withKeys([{ from: highest * STEP || FIRST_CENTAVOS, ...FIRST }]),
            ])
          }
        >
          {m.toy_add_level()}
        </Button>
      </div>
      <h3 className={styles.heading}>{m.toy_items()}</h3>
      <p className={styles.soft}>
        {saved.menu.length === 0 ? m.toy_no_menu() : m.toy_items_text()}
      </p>
      {items.map((item) => (
        <Rule
          key={item.itemId}
          title={saved.menu.find(({ id }) => id === item.itemId)?.label ?? ''}
          action={item}
          onChange={(action) =>
            setItems(
              items.map((each) => (each.itemId === item.itemId ? { ...each, ...action } : each)),
            )
          }
          onRemove={() => setItems(items.filter(({ itemId }) => itemId !== item.itemId))}
        />
      ))}
      {rest.length > 0 && (
        <Select
          label={m.toy_add_item()}
          value=""
          options={[
            { value: '', text: m.toy_choose_item() },
            ...rest.map(({ id, label }) => ({ value: id, text: label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            value !== '' && setItems([...items, { itemId: value, ...FIRST }])
          }
        />
      )}
      <p role="alert" className={styles.problem}>
        {setRules.error instanceof ApiError ? m.toy_rules_refused() : ''}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" variant="main" loading={setRules.isPending} disabled={!changed}>
          {m.toy_save()}
        </Button>
      </div>
    </form>
  );
};

type RuleProps = {
  title?: string;
  action: Action;
  onChange: (action: Action) => void;
  onRemove: () => void;
  children?: React.ReactNode;
};

/** One line: when, and what the toy does then. */
const Rule = ({ title, action, onChange, onRemove, children }: RuleProps) => {
  const { motion, strength, seconds } = action;
  const change = (part: Partial<Action>) => onChange({ motion, strength, seconds, ...part });
  return (
    <fieldset className={styles.rule}>
      <legend className={styles.soft}>{title ?? m.toy_level()}</legend>
      {children}
      <Select
        label={m.toy_motion()}
        value={motion}
        options={Object.entries(MOTIONS).map(([value, text]) => ({ value, text: text() }))}
        onChange={({ currentTarget: { value } }) => isMotion(value) && change({ motion: value })}
      />
      <TextField
        label={m.toy_strength()}
        type="number"
        min={1}
        max={TOY_STRENGTH_MAX}
        value={strength}
        onChange={({ currentTarget }) => change({ strength: currentTarget.valueAsNumber || 1 })}
      />
      <TextField
        label={m.toy_seconds()}
        type="number"
        min={TOY_SECONDS_MIN}
        max={TOY_SECONDS_MAX}
        value={seconds}
        onChange={({ currentTarget }) =>
          change({ seconds: currentTarget.valueAsNumber || TOY_SECONDS_MIN })
        }
      />
      <div>
        <Button variant="line" small onClick={onRemove}>
          {m.toy_remove()}
        </Button>
      </div>
    </fieldset>
  );
};
