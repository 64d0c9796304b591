// One of a few choices, each a card with a name and a sentence.
import styles from './RadioCards.module.css';

type Props<Key extends string> = {
  /** Name of the group in its form. */
  name: string;
  legend: string;
  options: readonly { key: Key; title: string; text: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
};

export const RadioCards = <Key extends string>({
  name,
  legend,
  options,
  chosen,
  onChoose,
}: Props<Key>) => (
  <fieldset>
    <legend className={styles.legend}>{legend}</legend>
    <div className={styles.options}>
      {options.map(({ key, title, text }) => (
        <label key={key} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
            className="visually-hidden"
          />
          <span className={styles.texts}>
            {title}
            <small>{text}</small>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
