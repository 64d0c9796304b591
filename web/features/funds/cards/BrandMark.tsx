// A card's brand by its name and a mark of our own drawing, without its logo.
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedPayment } from '../saved.ts';
import styles from './cards.module.css';

type Brand = NonNullable<SavedPayment['brand']>;

/** Plain shapes on a grid of 16 units: they tell cards apart at a glance, and mean nothing. */
const DRAWINGS: Record<Brand['id'], ReactNode> = {
  // Visa
  1: <path d="M8 2 14.5 14h-13z" />,
  // Mastercard
  2: <path d="m8 1.5 6.5 6.5L8 14.5 1.5 8z" />,
  // American Express
  3: <path d="M2 2h12v12H2zM6 6h4v4H6z" />,
  // Hipercard
  5: <path d="m8 1.5 6 3.3v6.4l-6 3.3-6-3.3V4.8z" />,
  // Cabal
  12: <path d="M2.5 2h4v12h-4zM9.5 2h4v12h-4z" />,
  // Sorocred
  29: <path d="M2 5.5h12v5H2z" />,
  // Diners Club
  33: <path d="M1.5 11a6.5 6.5 0 0 1 13 0z" />,
  // Elo
  41: <path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4z" />,
  // JCB
  43: <path d="m2 2 6 5 6-5v6l-6 5.5L2 8z" />,
};

export const BrandMark = ({ brand }: { brand: Pick<Brand, 'id' | 'name'> | null }) => (
  <span className={styles.brand} aria-live="polite">
    {brand ? (
      <>
        <svg aria-hidden viewBox="0 0 16 16" className={styles.brandShape}>
          {DRAWINGS[brand.id]}
        </svg>
        {brand.name}
      </>
    ) : (
      <CreditCard aria-hidden />
    )}
  </span>
);
