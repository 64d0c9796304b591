// A card's brand by name, without its logo.
import { CreditCard } from 'lucide-react';
import styles from './cards.module.css';

export const BrandMark = ({ brand }: { brand: { name: string } | null }) => (
  <span className={styles.brand} aria-live="polite">
    {brand ? brand.name : <CreditCard aria-hidden />}
  </span>
);
