// An amount of BRL, in the colour that means money and nothing else.
import { type Centavos, formatBrl } from '@camarim/contract/money';
import { getLocale } from '../../paraglide/runtime.js';
import { classNames } from '../class-names.ts';
import styles from './Money.module.css';

export const Money = ({ value, className }: { value: Centavos; className?: string }) => (
  <span className={classNames(styles.money, className)}>{formatBrl(value, getLocale())}</span>
);
