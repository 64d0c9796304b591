// Chooses people by rules and lists, some to include and some to leave out, with their present
// number.
import { SELECTION_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { formatCount } from '../../ui/display/formats.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Count, membersText } from './Count.tsx';
import { keyOf, READY_PARTS, textOf } from './parts-text.ts';
import {
  countQuery,
  type List,
  listsQuery,
  type Selection,
  type SelectionPart,
} from './queries.ts';
import styles from './lists.module.css';

type Props = {
  selection: Selection;
  onChange: (selection: Selection) => void;
  error?: string | undefined;
};

export const SelectionFields = ({ selection, onChange, error }: Props) => {
  const { include, exclude } = selection;
  return (
    <div className={styles.selection}>
      <PartsField
        legend={m.lists_include()}
        counted
        chosen={include}
        onChange={(parts) => onChange({ include: parts, exclude })}
      />
      <details className={styles.exclude}>
        <summary>{m.lists_exclude()}</summary>
        <PartsField
          legend={m.lists_exclude()}
          legendHidden
          chosen={exclude}
          onChange={(parts) => onChange({ include, exclude: parts })}
        />
      </details>
      {error && <p className={styles.error}>{error}</p>}
      <Count of="receivers" selection={selection} />
    </div>
  );
};

const PartsField = ({
  legend,
  legendHidden = false,
  counted = false,
  chosen,
  onChange,
}: {
  legend: string;
  legendHidden?: boolean;
  /** Says how many people each group has. */
  counted?: boolean;
  chosen: SelectionPart[];
  onChange: (parts: SelectionPart[]) => void;
}) => {
  const { data: lists = [] } = useQuery(listsQuery());
  const keys = new Set(chosen.map(keyOf));
  const offered = [...READY_PARTS, ...lists.map(({ id }) => ({ kind: 'list' as const, id }))];
  const toggle = (part: SelectionPart) =>
    onChange(
      keys.has(keyOf(part))
        ? chosen.filter((one) => keyOf(one) !== keyOf(part))
        : [...chosen, part],
    );
  return (
    <fieldset className={styles.parts}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {offered.map((part) => (
        <PartChoice
          key={keyOf(part)}
          part={part}
          lists={lists}
          counted={counted}
          checked={keys.has(keyOf(part))}
          disabled={!keys.has(keyOf(part)) && chosen.length >= SELECTION_MAX}
          onChange={() => toggle(part)}
        />
      ))}
    </fieldset>
  );
};

/** A group that is counted once when the form opens: the sum below is always of this moment. */
const GROUP_STALE_MS = 60_000;

/**
 * Null while unknown. Lists by a rule are counted only when they are chosen, as on the page of
 * lists.
 */
const useGroupCount = (
  part: SelectionPart,
  lists: readonly List[],
  enabled: boolean,
): string | null => {
  const { data } = useQuery({
    ...countQuery({ include: [part], exclude: [] }),
    enabled: enabled && part.kind !== 'list',
    staleTime: GROUP_STALE_MS,
  });
  if (!enabled) return null;
  if (part.kind === 'list') {
    const members = lists.find(({ id }) => id === part.id)?.members ?? null;
    return members === null ? null : membersText(members);
  }
  if (!data) return null;
  return data.complete
    ? membersText(data.count)
    : m.lists_people_more({ count: formatCount(data.count) });
};

const PartChoice = ({
  part,
  lists,
  counted,
  ...choice
}: {
  part: SelectionPart;
  lists: readonly List[];
  counted: boolean;
  checked: boolean;
  disabled: boolean;
  onChange: () => void;
}) => {
  const id = useId();
  const count = useGroupCount(part, lists, counted);
  return (
    <div className={styles.part}>
      <Checkbox
        {...choice}
        label={textOf(part, lists)}
        aria-describedby={count === null ? undefined : id}
      />
      {count !== null && (
        <span id={id} className={styles.soft}>
          {count}
        </span>
      )}
    </div>
  );
};
