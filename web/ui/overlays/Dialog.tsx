// A centred dialog; on a phone it is a sheet that comes from below.
import { classNames } from '../class-names.ts';
import styles from './Dialog.module.css';
import { Modal, type ModalProps } from './Modal.tsx';

/** Widths of the specification: help 300, login 400, wallet 643, containers 900. */
export type DialogSize = 'help' | 'login' | 'wallet' | 'container';

export const Dialog = ({
  size = 'login',
  className,
  ...rest
}: ModalProps & { size?: DialogSize }) => (
  <Modal {...rest} className={classNames(styles.dialog, styles[size], className)} />
);
