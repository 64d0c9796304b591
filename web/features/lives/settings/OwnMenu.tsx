// A producer's own tip menu: its items in their order, each of them to change or take off, and a
// new one.
import { MENU_ITEMS_MAX, MENU_LABEL_MAX } from '@camarim/contract/features/lives/room-limits';
import { TIP_MAX_CENTAVOS, TIP_MIN_CENTAVOS } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { type SortControls, SortableList } from '../../../ui/lists/SortableList.tsx';
import { withMove } from '../../../ui/lists/sort-rules.ts';
import type { MenuItem } from '../room/queries.ts';
import { type ItemDraft, ownMenuQuery, useOwnMenu } from './own-menu.ts';
import styles from './settings.module.css';

export const OwnMenu = () => {
  const { data: menu } = useQuery(ownMenuQuery());
  const { order, remove } = useOwnMenu();
  const [edited, setEdited] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!menu) return null;
  const move = (from: number, to: number) =>
    order.mutate(
      withMove(
        menu.map(({ id }) => id),
        from,
        to,
      ),
    );
  return (
    <section className={styles.menu}>
      <h2 ref={heading} tabIndex={-1} className={styles.subtitle}>
        {m.live_menu_mine()}
      </h2>
      <p className={styles.soft}>{m.live_menu_text()}</p>
      <SortableList
        label={m.live_menu_mine()}
        items={menu}
        keyOf={({ id }) => id}
        onMove={edited === null ? move : undefined}
        layout="column"
        className={styles.menuItems}
      >
        {(item, sort) => (
          <Item
            key={item.id}
            item={item}
            sort={sort}
            editing={edited === item.id}
            onEdit={setEdited}
            // The button that was pressed is gone with its item.
            onRemove={() => remove.mutate(item.id, { onSuccess: () => heading.current?.focus() })}
          />
        )}
      </SortableList>
      {edited === null && menu.length < MENU_ITEMS_MAX && <NewItem />}
    </section>
  );
};

const Item = ({
  item,
  sort,
  editing,
  onEdit,
  onRemove,
}: {
  item: MenuItem;
  sort: SortControls | null;
  editing: boolean;
  onEdit: (id: string | null) => void;
  onRemove: () => void;
}) => {
  const { edit } = useOwnMenu();
  const button = useId();
  const close = () => {
    onEdit(null);
    requestAnimationFrame(() => document.getElementById(button)?.focus());
  };
  if (editing)
    return (
      <li className={styles.menuItem}>
        <ItemForm
          item={item}
          submitLabel={m.settings_save()}
          onSubmit={(draft) => edit.mutateAsync({ itemId: item.id, ...draft })}
          onDone={close}
          onCancel={close}
        />
      </li>
    );
  return (
    <li {...sort?.item}>
      <div className={styles.menuItem}>
        {sort?.handle}
        <span className={styles.menuLabel}>{item.label}</span>
        <Money value={item.price} />
        <span className={styles.menuActs}>
          {sort?.earlier}
          {sort?.later}
          <IconButton
            id={button}
            label={m.live_menu_edit({ item: item.label })}
            icon={<Pencil />}
            onClick={() => onEdit(item.id)}
          />
          <IconButton
            label={m.live_menu_delete({ item: item.label })}
            icon={<Trash2 />}
            onClick={onRemove}
          />
        </span>
      </div>
    </li>
  );
};

const NewItem = () => {
  const { add } = useOwnMenu();
  const [added, setAdded] = useState(0);
  return (
    <ItemForm
      key={added}
      submitLabel={m.live_menu_add()}
      onSubmit={add.mutateAsync}
      onDone={() => setAdded(added + 1)}
    />
  );
};

const ItemForm = ({
  item,
  submitLabel,
  onSubmit,
  onDone,
  onCancel,
}: {
  item?: MenuItem;
  submitLabel: string;
  onSubmit: (draft: ItemDraft) => Promise<unknown>;
  onDone: () => void;
  onCancel?: () => void;
}) => {
  const [label, setLabel] = useState(item?.label ?? '');
  const [price, setPrice] = useState<Centavos | null>((item?.price as Centavos) ?? null);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (
      label.trim() === '' ||
      price === null ||
      price < TIP_MIN_CENTAVOS ||
      price > TIP_MAX_CENTAVOS
    )
      return setProblem(
        m.live_menu_limits({
          min: formatMoney(TIP_MIN_CENTAVOS),
          max: formatMoney(TIP_MAX_CENTAVOS),
        }),
      );
    setSending(true);
    onSubmit({ label: label.trim(), price })
      .then(onDone, (error: unknown) => setProblem(explainRefusal(error)))
      .finally(() => setSending(false));
  };
  return (
    <form
      className={styles.menuForm}
      onSubmit={submit}
      onInput={() => setProblem(undefined)}
      noValidate
    >
      <TextField
        label={m.live_menu_label()}
        value={label}
        maxLength={MENU_LABEL_MAX}
        autoFocus={item !== undefined}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <CurrencyField label={m.live_menu_price()} value={price} onChange={setPrice} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.inline}>
        <Button type="submit" variant="line" loading={sending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="text" onClick={onCancel}>
            {m.cancel()}
          </Button>
        )}
      </div>
    </form>
  );
};
