// A card's brand as a plain mark with its name: no drawing of its house.
import { CreditCard } from 'lucide-react';
import styles from './cards.module.css';

export const BrandMark = ({ brand }: { brand: { name: string } | null }) => (
  <span className={styles.brand} aria-live="polite">
    {brand ? brand.name : <CreditCard aria-hidden />}
  </span>
);
