// Below a feed that is empty: producers to begin with.
import styles from './Explore.module.css';
import { Newcomers, Recommended } from './ProfileRows.tsx';

export default function Suggestions() {
  return (
    <div className={styles.suggestions}>
      <Recommended atLeast={1} />
      <Newcomers atLeast={3} />
    </div>
  );
}
