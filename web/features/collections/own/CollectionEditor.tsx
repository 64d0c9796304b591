// Creates or changes a collection: title, text, posts and price.
import {
  COLLECTION_POSTS_MAX,
  COLLECTION_POSTS_MIN,
  COLLECTION_TEXT_MAX,
  COLLECTION_TITLE_MAX,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { type Collection, useSaveCollection } from '../queries.ts';
import styles from './own.module.css';
import { type ChosenPost, PostPicker } from './PostPicker.tsx';

type Errors = { title?: string; posts?: string; price?: string };

const errorsOf = (title: string, posts: number, price: Centavos | null): Errors => ({
  ...(!title.trim() && { title: m.collection_title_missing() }),
  ...((posts < COLLECTION_POSTS_MIN || posts > COLLECTION_POSTS_MAX) && {
    posts: m.collection_posts_limits({ min: COLLECTION_POSTS_MIN, max: COLLECTION_POSTS_MAX }),
  }),
  ...((price === null || price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS) && {
    price: m.collection_price_limits({
      min: formatMoney(PRICE_MIN_CENTAVOS),
      max: formatMoney(PRICE_MAX_CENTAVOS),
    }),
  }),
});

/** What the chosen posts cost one by one; null when one is not sold by itself. */
const sumOf = (posts: readonly ChosenPost[]): number | null =>
  posts.reduce<number | null>(
    (sum, { price }) => (sum === null || price === null ? null : sum + price),
    0,
  );

export const CollectionEditor = ({
  collection,
  onClose,
}: {
  collection: Collection | null;
  onClose: () => void;
}) => {
  const [title, setTitle] = useState(collection?.title ?? '');
  const [text, setText] = useState(collection?.text ?? '');
  const [price, setPrice] = useState<Centavos | null>(
    collection ? centavos(collection.price) : null,
  );
  const [posts, setPosts] = useState<readonly ChosenPost[]>(
    collection?.postIds.map((id) => ({ id, price: null })) ?? [],
  );
  const [errors, setErrors] = useState<Errors>({});
  // One idempotency key per editor: a second click creates one collection.
  const key = useRef(newIdempotencyKey());
  const save = useSaveCollection(collection?.id ?? null, key.current);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const wrong = errorsOf(title, posts.length, price);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || price === null || save.isPending) return;
    save.mutate(
      { title: title.trim(), text: text.trim(), price, postIds: posts.map(({ id }) => id) },
      { onSuccess: onClose },
    );
  };

  return (
    <Dialog
      size="wallet"
      title={collection ? m.collection_edit_title() : m.collection_create()}
      onClose={onClose}
      closable={!save.isPending}
    >
      <form className={styles.form} onSubmit={send} onInput={() => setErrors({})} noValidate>
        <TextField
          label={m.collection_title_label()}
          value={title}
          maxLength={COLLECTION_TITLE_MAX}
          error={errors.title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextArea
          label={m.collection_text_label()}
          value={text}
          rows={2}
          maxLength={COLLECTION_TEXT_MAX}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PostPicker
          collectionId={collection?.id ?? null}
          chosen={posts}
          error={errors.posts}
          onChange={setPosts}
        />
        <CurrencyField
          label={m.collection_price_label()}
          value={price}
          error={errors.price}
          hint={priceHint(sumOf(posts), price)}
          onChange={setPrice}
        />
        {collection && (collection.sales ?? 0) > 0 && (
          <p className={styles.soft}>{m.collection_edit_sold()}</p>
        )}
        <p role="alert" className={styles.problem}>
          {save.error && explainRefusal(save.error)}
        </p>
        <Button type="submit" variant="main" loading={save.isPending}>
          {collection ? m.collection_save() : m.collection_create_confirm()}
        </Button>
      </form>
    </Dialog>
  );
};

const priceHint = (sum: number | null, price: Centavos | null): string | undefined => {
  if (sum === null || sum === 0) return undefined;
  const text = formatMoney(sum);
  if (price !== null && price > sum) return m.collection_price_above({ price: text });
  if (price === null || price === sum) return m.collection_apart({ price: text });
  const percent = Math.round((1 - price / sum) * 100);
  return m.collection_price_off({ price: text, percent });
};
