// One held item: its media, blurred at first, beside its words, the declared performers and what is
// known of its producer.
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatDay, formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { m } from '../../../paraglide/messages.js';
import { EvidenceMedias, PostLabel, ProfileLink } from '../../dsb/index.ts';
import { CAUSE_TEXTS, KIND_TEXTS } from '../words.ts';
import type { ReviewItem as Item } from './queries.ts';
import styles from './reviews.module.css';

const Performers = ({ performers }: Pick<Item, 'performers'>) => (
  <section>
    <h3>{m.reviews_performers()}</h3>
    {performers.length === 0 ? (
      <p>{m.reviews_alone()}</p>
    ) : (
      <ul className={styles.performers}>
        {performers.map(({ stageName, verified }) => (
          <li key={stageName}>
            {stageName}{' '}
            <Badge variant={verified ? 'leaf' : 'air'}>
              {verified ? m.reviews_verified() : m.reviews_unverified()}
            </Badge>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** Words alone show no person, and with a profile image none is declared. */
const declares = ({ kind, medias, performers }: Item): boolean =>
  performers.length > 0 || (medias.length > 0 && kind !== 'avatar' && kind !== 'cover');

const Producer = ({ producer }: Pick<Item, 'producer'>) => {
  const facts = [
    [m.reviews_since(), producer.since ? formatDay(producer.since) : m.reviews_since_unknown()],
    [m.reviews_approved_count(), formatCount(producer.approved)],
    [m.reviews_refused_count(), formatCount(producer.refused)],
    [m.reviews_strikes_count(), formatCount(producer.strikes)],
  ] as const;
  return (
    <section className={styles.words}>
      <h3>
        <ProfileLink profile={producer.profile} />
      </h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

export const ReviewItem = ({
  item,
  clear,
  zoomed,
}: {
  item: Item;
  /** Shown without blur. */
  clear: boolean;
  zoomed: boolean;
}) => (
  <div
    className={classNames(
      styles.item,
      zoomed && styles.zoomed,
      item.medias.length === 0 && styles.wordsOnly,
    )}
  >
    {item.medias.length > 0 && (
      <div className={classNames(styles.media, !clear && styles.blurred)}>
        <EvidenceMedias
          medias={item.medias}
          nameOf={(number) => m.reviews_media({ number: String(number) })}
        />
      </div>
    )}
    <div className={styles.words}>
      <p>
        <Badge variant="plain">{KIND_TEXTS[item.kind]()}</Badge>{' '}
        <Badge variant={item.cause === 'strikes' ? 'air' : 'plain'}>
          {CAUSE_TEXTS[item.cause]()}
        </Badge>
      </p>
      {item.text !== '' && <p className={styles.text}>{item.text}</p>}
      <dl className={styles.facts}>
        <div>
          <dt>{m.reviews_sent()}</dt>
          <dd>{formatMoment(item.createdAt)}</dd>
        </div>
        {item.price !== null && (
          <div>
            <dt>{m.reviews_price()}</dt>
            <dd>{formatMoney(item.price)}</dd>
          </div>
        )}
      </dl>
      {item.post && <PostLabel id={item.post.id} ai={item.post.ai} />}
      {declares(item) && <Performers performers={item.performers} />}
      <Producer producer={item.producer} />
    </div>
  </div>
);
